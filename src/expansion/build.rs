//! Expanding a book on several threads.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::contents::{Contents, EFFORT, SEED};
use super::graph::{Child, Graph, Node};
use super::journal::{Found, Journal};
use super::scorer::{Effort, Scorer};
use crate::book::{About, Key};
use crate::memory::OutOfMemory;
use crate::panics::caught;
use crate::rules::{AnyPosition, Move};
use crate::search::Score;
use crate::tables::files::FileProblem;

/// When a book is large enough.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// After this time.
    Time(Duration),
    /// With this number of expanded positions.
    Positions(usize),
}

/// What to build, and how.
pub struct Builder<'a> {
    /// The game and its rules.
    pub about: About,
    /// The effort of the search of a move. The position itself gets as much again as all its moves.
    pub effort: Effort,
    /// A number other than 0 makes a book that differs from those with other seeds, to be merged with them.
    pub seed: u32,
    /// The number of searches at the same time. It decides the order in which leaves are expanded.
    pub threads: usize,
    /// When to end.
    pub limit: Limit,
    /// Stops the work early.
    pub stop: &'a AtomicBool,
    /// Receives progress.
    pub news: &'a dyn Fn(News),
}

/// The progress of a book.
#[derive(Clone, Copy, Debug)]
pub struct News {
    /// The number of expanded positions.
    pub positions: usize,
    /// The number of searches of this run.
    pub searches: u64,
    /// The score of the start.
    pub score: Score,
}

/// Why a book was not built.
#[derive(Debug)]
pub enum BuildError {
    /// The existing book cannot be used.
    Book(FileProblem),
    /// The existing book was made otherwise; the text says how.
    Other(String),
    /// A file cannot be read or written.
    File(io::Error),
    /// There is not enough memory for the searches.
    OutOfMemory(OutOfMemory),
    /// A search has failed, which is a bug, with the message.
    Failed(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Book(problem) => problem.fmt(f),
            Self::Other(problem) => f.write_str(problem),
            Self::File(error) => error.fmt(f),
            Self::OutOfMemory(error) => error.fmt(f),
            Self::Failed(why) => write!(f, "internal error, please report it: {why}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<io::Error> for BuildError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// A leaf that is being expanded, and the positions after its moves.
type Expansion = (Node, Vec<Child>);

impl Builder<'_> {
    /// Builds the book at `path`, or continues it. Everything that it has and the scores of its journal are used. A
    /// stopped builder leaves a valid book, and its journal.
    ///
    /// # Errors
    ///
    /// If the existing book is damaged or was made otherwise, another process builds it, or something cannot be
    /// written.
    pub fn build(&self, path: &Path) -> Result<Contents, BuildError> {
        let (mut journal, mut found) = Journal::open(path, &self.made())?;
        let mut contents = match self.existing(path) {
            Ok(contents) => contents,
            Err(error) => {
                // It would keep a builder with the right options away.
                if found == Found::default() {
                    journal.delete()?;
                }
                return Err(error);
            }
        };
        let mut graph = Graph::of(&contents, self.seed);
        let is_stopped = thread::scope(|scope| {
            let pool = Pool::start(scope, self)?;
            let expanded = self.expand_all(&mut graph, &mut found, &pool, &mut journal);
            // Searches that are still waiting end at once.
            expanded.inspect_err(|_| self.stop.store(true, Relaxed))
        })?;
        graph.write_to(&mut contents);
        contents.write(path)?;
        // A book with fewer positions than an earlier, interrupted one was to have leaves results for later.
        let are_used = found.scores.keys().all(|key| graph.score(key).is_some())
            && found.choices.keys().all(|key| graph.is_expanded(key));
        if !is_stopped && are_used {
            journal.delete()?;
        }
        Ok(contents)
    }

    /// How scores are made, in one line.
    fn made(&self) -> String {
        let About { rules, options, .. } = &self.about;
        let options = rules.options().map(|option| format!(" {}={}", option.name, option.get(options)));
        format!("{}{}, {}", rules.file_name(), options.collect::<String>(), self.effort)
    }

    /// The book so far.
    fn existing(&self, path: &Path) -> Result<Contents, BuildError> {
        let (effort, seed) = (self.effort.to_string(), self.seed.to_string());
        let version = env!("CARGO_PKG_VERSION");
        let made = |about: About| about.with(EFFORT, &effort).with(SEED, &seed).with("version", version);
        if !path.exists() {
            return Ok(Contents::new(made(self.about.clone())));
        }
        let contents = Contents::read(path).map_err(BuildError::Book)?;
        if !contents.about.fits(self.about.rules, &self.about.options) {
            let found = contents.about.rules;
            return Err(BuildError::Other(format!(
                "it is a book of {found} or of other rules; choose another file"
            )));
        }
        match contents.about.value(EFFORT) {
            Some(found) if found != effort => {
                let advice = "use the same effort, or another file and coupturc book merge";
                Err(BuildError::Other(format!("its searches had {found} each, not {effort}; {advice}")))
            }
            _ => Ok(Contents { about: made(contents.about), ..contents }),
        }
    }

    /// Expands leaves until the limit is reached. Returns whether the work was stopped before.
    fn expand_all(
        &self,
        graph: &mut Graph,
        found: &mut Found,
        pool: &Pool,
        journal: &mut Journal,
    ) -> Result<bool, BuildError> {
        let (started, mut searches) = (Instant::now(), 0);
        loop {
            let left = match self.limit {
                Limit::Positions(positions) => positions.saturating_sub(graph.expanded()),
                Limit::Time(time) if started.elapsed() < time => usize::MAX,
                Limit::Time(_) => 0,
            };
            let expansions = self.next_expansions(graph, left);
            if expansions.is_empty() {
                return Ok(false);
            }
            for _ in 0..pool.ask(graph, found, &expansions) {
                // The workers wait for more.
                let Ok((task, result)) = pool.results.recv() else { return Ok(true) };
                if let Some((score, best)) = result? {
                    note(graph, found, journal, &task, score, best)?;
                    searches += 1;
                }
                (self.news)(News { positions: graph.expanded(), searches, score: graph.start_score() });
            }
            if self.stop.load(Relaxed) {
                return Ok(true);
            }
            for (leaf, children) in expansions {
                let choice = found.choices.remove(graph.key(leaf));
                // The graph has the scores from now on. It ignores those of positions that it has already.
                let mut score = |child: &Child| {
                    child.ending.or_else(|| found.scores.remove(&child.key)).unwrap_or_default()
                };
                let scored = children.into_iter().map(|child| (score(&child), child)).collect();
                graph.expand(leaf, scored, choice);
            }
        }
    }

    /// The next leaves, at most `most`: one for a single thread, otherwise enough to keep all threads busy.
    fn next_expansions(&self, graph: &mut Graph, most: usize) -> Vec<Expansion> {
        let enough = if self.threads == 1 { 1 } else { SEARCHES_PER_THREAD * self.threads };
        let (mut expansions, mut searches) = (Vec::new(), 0);
        while searches < enough && expansions.len() < most {
            let Some((leaf, children)) = graph.next_leaf() else { break };
            searches += children.len();
            expansions.push((leaf, children));
        }
        expansions
    }
}

/// Keeps the result of a search, here and in the journal.
fn note(
    graph: &Graph,
    found: &mut Found,
    journal: &mut Journal,
    task: &Task,
    score: Score,
    best: Move,
) -> io::Result<()> {
    if !task.is_choice {
        found.scores.insert(task.key, score);
        return journal.add_score(&task.key, score);
    }
    let best = graph.key_of(&*task.position.after(best));
    found.choices.insert(task.key, (score, best));
    journal.add_choice(&task.key, score, &best)
}

/// So many searches for each thread, so that none waits long for the last one.
const SEARCHES_PER_THREAD: usize = 8;

/// A search.
struct Task {
    key: Key,
    position: Box<dyn AnyPosition>,
    /// Whether the best move is looked for, not the score of a leaf.
    is_choice: bool,
}

/// The score of a position and its best move. `None` if the search was stopped.
type SearchResult = Result<Option<(Score, Move)>, BuildError>;

/// The threads that search.
struct Pool {
    tasks: Sender<Task>,
    results: Receiver<(Task, SearchResult)>,
}

impl Pool {
    fn start<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        builder: &'scope Builder<'_>,
    ) -> Result<Self, BuildError> {
        let (tasks, inbox) = unbounded::<Task>();
        let (sender, results) = unbounded();
        for _ in 0..builder.threads {
            let scorer = Scorer::new(builder.about.rules, builder.effort, builder.stop);
            let mut scorer = scorer.map_err(BuildError::OutOfMemory)?;
            let (inbox, sender, effort) = (inbox.clone(), sender.clone(), builder.effort);
            // A search goes a few hundred calls deep.
            let thread = thread::Builder::new().name("scorer".to_owned()).stack_size(16 << 20);
            thread.spawn_scoped(scope, move || {
                for task in inbox {
                    let effort = if task.is_choice { effort.of_choice() } else { effort };
                    let result = caught(|| scorer.search(&*task.position, effort));
                    if sender.send((task, result.map_err(BuildError::Failed))).is_err() {
                        break;
                    }
                }
            })?;
        }
        Ok(Self { tasks, results })
    }

    /// Asks for everything that is unknown about these expansions. Returns the number of searches.
    fn ask(&self, graph: &Graph, found: &Found, expansions: &[Expansion]) -> usize {
        let mut asked = HashSet::new();
        for (leaf, children) in expansions {
            let key = *graph.key(*leaf);
            if !found.choices.contains_key(&key)
                && let Ok(position) = graph.position(&key)
            {
                asked.insert((key, true));
                let _ = self.tasks.send(Task { key, position, is_choice: true });
            }
            for child in children {
                let is_known = child.ending.is_some()
                    || found.scores.contains_key(&child.key)
                    || graph.score(&child.key).is_some();
                if !is_known && asked.insert((child.key, false)) {
                    let position = child.position.copy();
                    let _ = self.tasks.send(Task { key: child.key, position, is_choice: false });
                }
            }
        }
        asked.len()
    }
}
