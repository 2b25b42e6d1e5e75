"""What the scripts share that talk to Hub engines."""
