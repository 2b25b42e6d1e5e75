//! The valid forms of lines from the engine.

/// The kind of a line from the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Id,
    Param,
    Wait,
    Ready,
    Pong,
    Fen,
    Status,
    LegalMoves,
    Paths,
    Books,
    BookMove,
    BookEnd,
    PdnCounted,
    RulesFault,
    RulesSay,
    RulesEnd,
    RulesText,
    RulesBoard,
    RulesCell,
    Perft,
    Info,
    Done,
    Error,
}

impl Reply {
    /// The number of kinds.
    pub const COUNT: usize = Self::Error as usize + 1;

    /// The replies that a line from the client gets exactly once each, among others.
    pub fn owed_for(line: &[u8]) -> &'static [Self] {
        let word = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
        let Some(word) = word else { return &[] };
        if word == b"go" {
            // Even if the line is too long or not UTF-8: the client waits for it.
            return &[Self::Done];
        }
        if !is_readable(line) {
            return &[];
        }
        match word {
            b"hub" => &[Self::Id, Self::Wait],
            b"init" => &[Self::Ready],
            b"ping" => &[Self::Pong],
            b"fen" => &[Self::Fen],
            b"status" => &[Self::Status],
            b"books" => &[Self::Books],
            b"legal-moves" => &[Self::LegalMoves],
            _ => &[],
        }
    }
}

/// Whether the line is a readable `quit`.
pub fn is_quit(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    word == Some(b"quit") && is_readable(line)
}

fn is_readable(line: &[u8]) -> bool {
    line.len() < 256 * 1024 && std::str::from_utf8(line).is_ok()
}

/// The kind of a line, or the problem with it.
pub fn read(line: &str) -> Result<Reply, String> {
    let fields = match line {
        "ready" => return Ok(Reply::Ready),
        "wait" => return Ok(Reply::Wait),
        "pong" => return Ok(Reply::Pong),
        _ => Fields::of(line)?,
    };
    match fields.word {
        "id" => fields.named(&["name", "version", "author"]).map(|()| Reply::Id),
        "param" => fields.param().map(|()| Reply::Param),
        "fen" => fields.named(&["fen"]).map(|()| Reply::Fen),
        "status" => fields.status().map(|()| Reply::Status),
        "legal-moves" => fields.legal_moves().map(|()| Reply::LegalMoves),
        "paths" => fields.named(&["count", "paths"]).map(|()| Reply::Paths),
        "books" => fields.named(&["games"]).map(|()| Reply::Books),
        "book-move" => fields.book_move().map(|()| Reply::BookMove),
        "book-end" => fields.book_end().map(|()| Reply::BookEnd),
        "pdn-counted" => fields.numbers(&["games", "others", "positions"]).map(|()| Reply::PdnCounted),
        "rules-fault" => fields.rules_fault().map(|()| Reply::RulesFault),
        "rules-say" => fields.named(&["text"]).map(|()| Reply::RulesSay),
        "rules-end" => fields.numbers(&["faults"]).map(|()| Reply::RulesEnd),
        "rules-text" => fields.named(&["name", "text"]).map(|()| Reply::RulesText),
        "rules-board" => fields.numbers(&["cells", "width", "height", "scale"]).map(|()| Reply::RulesBoard),
        "rules-cell" => fields.numbers(&["x", "y"]).map(|()| Reply::RulesCell),
        "perft" => fields.perft().map(|()| Reply::Perft),
        "info" => fields.info().map(|()| Reply::Info),
        "done" => fields.done().map(|()| Reply::Done),
        "error" => fields.error().map(|()| Reply::Error),
        word => Err(format!("unknown word {word}")),
    }
}

/// The word of a line and its arguments.
struct Fields<'a> {
    word: &'a str,
    list: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    fn of(line: &'a str) -> Result<Self, String> {
        if line.chars().any(char::is_control) {
            return Err("a control character".to_owned());
        }
        let (word, mut rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut list = Vec::new();
        while !rest.is_empty() {
            let (name, after) = rest.split_once('=').ok_or("an argument without '='")?;
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').ok_or("no closing quote")?,
                None => after.split_at(after.find(' ').unwrap_or(after.len())),
            };
            list.push((name, value));
            rest = match after.strip_prefix(' ') {
                Some(more) if !more.is_empty() => more,
                None if after.is_empty() => "",
                _ => return Err("no space, or nothing, after a value".to_owned()),
            };
        }
        Ok(Self { word, list })
    }

    fn names(&self) -> Vec<&str> {
        self.list.iter().map(|(name, _)| *name).collect()
    }

    fn named(&self, names: &[&str]) -> Result<(), String> {
        if self.names() == names { Ok(()) } else { Err(format!("other arguments than {names:?}")) }
    }

    fn value(&self, name: &str) -> &str {
        self.list.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    fn rules_fault(&self) -> Result<(), String> {
        let whole = self.named(&["message", "help"]);
        whole.or_else(|_| self.named(&["line", "column", "message", "help"]))
    }

    fn numbers(&self, names: &[&str]) -> Result<(), String> {
        match names.iter().find(|name| !self.value(name).parse().is_ok_and(f64::is_finite)) {
            None => Ok(()),
            Some(name) => Err(format!("no number {name}")),
        }
    }

    fn param(&self) -> Result<(), String> {
        match self.value("type") {
            "enum" => self.named(&["name", "value", "type", "values"]),
            "int" => self.named(&["name", "value", "type", "min", "max"]),
            "bool" | "string" => self.named(&["name", "value", "type"]),
            _ => Err("unknown type".to_owned()),
        }
    }

    fn status(&self) -> Result<(), String> {
        self.named(&["result", "reason"])?;
        match (self.value("result"), self.value("reason")) {
            ("none", "none")
            | ("white-win" | "black-win", "no-pieces" | "no-moves" | "promotion" | "king-against-man")
            | ("draw", "repetition" | "25-moves" | "16-moves" | "5-moves")
            | ("draw", "15-moves" | "30-moves" | "60-moves" | "7-moves" | "2-moves")
            | ("draw", "king-against-king" | "king-against-man") => Ok(()),
            _ => Err("an unknown result".to_owned()),
        }
    }

    fn legal_moves(&self) -> Result<(), String> {
        self.named(&["count", "moves"])?;
        let count = self.value("moves").split(' ').filter(|text| !text.is_empty()).count();
        if self.value("count") == count.to_string() { Ok(()) } else { Err(format!("there are {count}")) }
    }

    fn book_move(&self) -> Result<(), String> {
        let all = ["move", "score", "wins", "draws", "losses", "mark", "note", "name"];
        let names = self.names();
        let given: Vec<&str> = all.into_iter().filter(|name| names.contains(name)).collect();
        let numbers: Vec<&str> = given.iter().copied().filter(|name| all[1..5].contains(name)).collect();
        self.named(&given)?;
        if names.contains(&"move") { self.numbers(&numbers) } else { Err("no move".to_owned()) }
    }

    fn book_end(&self) -> Result<(), String> {
        self.numbers(&["positions"])?;
        match self.value("from") {
            "file" | "program" | "games" | "none" => Ok(()),
            _ => Err("an unknown source".to_owned()),
        }
    }

    fn perft(&self) -> Result<(), String> {
        self.named(&["depth", "nodes", "time"])?;
        self.numbers(&["depth", "nodes", "time"])
    }

    fn info(&self) -> Result<(), String> {
        let numbers = ["depth", "mean-depth", "score", "nodes", "time", "nps", "hashfull", "tbhits"];
        let mut names = numbers.to_vec();
        names.insert(6, "pv");
        if self.names().contains(&"multipv") {
            names.push("multipv");
            self.numbers(&["multipv"])?;
        }
        if self.names().last() == Some(&"book") {
            names.push("book");
        }
        self.named(&names)?;
        if self.value("pv").is_empty() { Err("no line".to_owned()) } else { self.numbers(&numbers) }
    }

    fn done(&self) -> Result<(), String> {
        if ["move", "ponder"].starts_with(&self.names()) { Ok(()) } else { Err("odd arguments".to_owned()) }
    }

    fn error(&self) -> Result<(), String> {
        self.named(&["message"])?;
        let message = self.value("message");
        match message.chars().count() {
            _ if message.contains("internal error") => Err("an internal error of the engine".to_owned()),
            _ if message.contains('=') => Err("'=' in the message".to_owned()),
            10..400 => Ok(()),
            _ => Err("too short or too long".to_owned()),
        }
    }
}
