//! Tests of game files: the embedded games against the naive rules and published counts, and files with faults.

mod against_naive;
mod faults;
mod hostile;
mod perft;
mod play;
