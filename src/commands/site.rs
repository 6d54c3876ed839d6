//! `tsumugi site`: the page as a folder of files, with the solver for browsers.

use crate::args::Site;
use crate::exit::Exit;
use crate::output;
use crate::report::{self, Failure, Report};
use crate::serve::Files;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tsumugi_api::message;

/// The file that solves.
const SOLVER: &str = "tsumugi.wasm";

/// The file that keeps the others, for the time when there is no network.
const KEEPER: &str = "service-worker.js";

/// Describes the server; the page does not use it.
const DESCRIPTION: &str = "openapi.yaml";

/// What the list of files takes the place of.
const NO_FILES: &str = r#"const SITE = { version: "", files: {} };"#;

/// Every file of the page, by its name.
type Page = BTreeMap<String, Cow<'static, [u8]>>;

/// Writes every file of the page.
pub fn run(args: &Site) -> Result<Exit, Failure> {
    let names = Files::iter().filter(|name| name != DESCRIPTION);
    let mut page: Page =
        names.filter_map(|name| Some((name.to_string(), Files::get(&name)?.data))).collect();
    if let Some(path) = &args.wasm {
        page.insert(SOLVER.to_string(), read(path)?.into());
    } else if !page.contains_key(SOLVER) {
        page.insert(SOLVER.to_string(), built(&args.directory)?.into());
    }
    if let Some(keeper) = page.get(KEEPER).map(|script| String::from_utf8_lossy(script).into_owned()) {
        let keeper = keeper.replace(NO_FILES, &listed(&page));
        page.insert(KEEPER.to_string(), keeper.into_bytes().into());
    }
    output::make_directory(&args.directory)?;
    for (name, bytes) in &page {
        let path = args.directory.join(name);
        if let Some(folder) = path.parent() {
            output::make_directory(folder)?;
        }
        output::to_file(&path, bytes)?;
    }
    Ok(Exit::Yes)
}

fn read(path: &Path) -> Result<Vec<u8>, Report> {
    fs::read(path).map_err(|error| Report::cannot_read(path, &error))
}

/// The files to keep and what is in them, as the script has it. The version changes if any of them does.
fn listed(page: &Page) -> String {
    let kept = page.iter().filter(|(name, _)| name.as_str() != KEEPER);
    let digests: BTreeMap<&str, String> =
        kept.map(|(name, bytes)| (name.as_str(), sha256(bytes))).collect();
    let files = serde_json::json!(digests).to_string();
    let version = &sha256(files.as_bytes())[..16];
    format!(r#"const SITE = {{ version: "{version}", files: {files} }};"#)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The solver, compiled now. Only `cargo run` says where its source is; a program that was installed does not look for it.
fn built(directory: &Path) -> Result<Vec<u8>, Report> {
    let Some(clone) = std::env::var_os("CARGO_MANIFEST_DIR").filter(|_| cfg!(unix)) else {
        return Err(without_solver());
    };
    report::note(&message!(
        "building the solver for browsers (scripts/wasm.sh)",
        "ブラウザ用のソルバーをビルドします（scripts/wasm.sh）",
    ));
    output::make_directory(directory)?;
    let failed = |error| Report::io(&cannot_build(), &error);
    let module = std::path::absolute(directory.join(SOLVER)).map_err(failed)?;
    let mut script = Command::new(Path::new(&clone).join("scripts/wasm.sh"));
    // What it says is no result of ours.
    let status = script.arg(&module).stdout(Stdio::null()).status().map_err(failed)?;
    match status.success() {
        true => read(&module),
        false => Err(Report::new(cannot_build()).note(message!(
            "help: rustup target add wasm32-unknown-unknown",
            "ヒント: rustup target add wasm32-unknown-unknown",
        ))),
    }
}

fn cannot_build() -> tsumugi_api::Message {
    message!("cannot build the solver for browsers", "ブラウザ用のソルバーをビルドできません")
}

fn without_solver() -> Report {
    let report = Report::new(message!(
        "this program was built without the solver for browsers",
        "このプログラムにはブラウザ用のソルバーが入っていません",
    ));
    report.note(message!(
        "help: in a clone, cargo run --release --features serve -- site DIR builds it; or name its file with --wasm",
        "ヒント: リポジトリで cargo run --release --features serve -- site DIR とすればビルドされます。--wasm でファイルを指定することもできます",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keeper_has_a_place_for_the_list() {
        let script = Files::get(KEEPER).expect("the script").data;
        assert_eq!(String::from_utf8_lossy(&script).matches(NO_FILES).count(), 1);
    }

    #[test]
    fn the_version_is_that_of_the_files() {
        let page = |text: &'static [u8]| Page::from([("a.js".to_string(), Cow::from(text))]);
        let one = listed(&page(b"one"));
        assert_eq!(one, listed(&page(b"one")));
        assert_ne!(one, listed(&page(b"two")));
        let digest = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
        assert!(one.ends_with(&format!(r#"files: {{"a.js":"{digest}"}} }};"#)), "{one}");
        let mut more = page(b"one");
        more.insert(KEEPER.to_string(), Cow::from(&b"x"[..]));
        assert_eq!(one, listed(&more), "it does not keep itself");
    }
}
