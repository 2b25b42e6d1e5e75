//! Joins the modules of the page into one script. A browser loads one file in half the time that it needs for two
//! dozen.

use std::fmt::Write;

/// The name of a module, which is the name of its file without `.js`, and its text.
pub(super) type Module<'a> = (&'a str, &'a str);

/// Joins `modules` into one module, which exports each `NAME` as the object `NAME_js`. A module must come after those that it
/// imports. Its imports are lines `import { NAME, ... } from "./MODULE.js";`, and its exports start with
/// `export const NAME` or `export class NAME`. Lines that are comments are left out, because browsers need not load them.
pub(super) fn joined<'a>(modules: impl IntoIterator<Item = Module<'a>>) -> String {
    let mut script = String::new();
    for (name, text) in modules {
        let mut exports = Vec::new();
        let _ = writeln!(script, "export const {name}_js = (() => {{");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let line = match exported(line) {
                Some((declaration, export)) => {
                    exports.push(export);
                    declaration
                }
                None => line,
            };
            match imported(line) {
                Some((names, module)) => writeln!(script, "const {names} = {module}_js;"),
                None => writeln!(script, "{line}"),
            }
            .unwrap_or_default();
        }
        let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    }
    script
}

/// The names in braces, and the module, of a line that imports.
fn imported(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("import ")?.strip_suffix(".js\";")?.split_once(" from \"./")
}

/// The declaration in a line that exports, and the name that it declares.
fn exported(line: &str) -> Option<(&str, &str)> {
    let declaration = line.strip_prefix("export ")?;
    Some((declaration, declaration.split_whitespace().nth(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_objects_in_one_script() {
        let one = "// One.\nexport const ONE = 1;\nexport class Unit {\n  // Two.\n  export = 1;\n}\nconst hidden = 2;\n";
        let two =
            "import { ONE, Unit } from \"./one.js\";\n\nexport const two = () => ONE + new Unit().export;\n";
        let expected = "\
export const one_js = (() => {
const ONE = 1;
class Unit {
  export = 1;
}
const hidden = 2;
return { ONE, Unit };
})();
export const two_js = (() => {
const { ONE, Unit } = one_js;

const two = () => ONE + new Unit().export;
return { two };
})();
";
        assert_eq!(joined([("one", one), ("two", two)]), expected);
        assert_eq!(joined([]), "");
    }
}
