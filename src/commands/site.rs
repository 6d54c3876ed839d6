//! `tsumugi site`: the page as a folder of files, with the solver for browsers.

use crate::args::Site;
use crate::exit::Exit;
use crate::output;
use crate::report::{Failure, Report};
use crate::serve::Files;
use std::fs;
use tsumugi_api::message;

/// The file that solves.
const SOLVER: &str = "tsumugi.wasm";

/// Writes every file of the page.
pub fn run(args: &Site) -> Result<Exit, Failure> {
    let given = args.wasm.as_ref().map(|path| {
        let unreadable = |error| Report::cannot_read(path, &error);
        fs::read(path).map_err(unreadable)
    });
    let given = given.transpose()?;
    if given.is_none() && Files::get(SOLVER).is_none() {
        let report = Report::new(message!(
            "this program was built without the solver for browsers",
            "このプログラムにはブラウザ用のソルバーが入っていません",
        ));
        let help = message!(
            "help: run scripts/wasm.sh and build again, or name its file with --wasm",
            "ヒント: scripts/wasm.sh を実行してビルドし直すか、--wasm でファイルを指定してください",
        );
        return Err(report.note(help).into());
    }
    output::make_directory(&args.directory)?;
    for name in Files::iter() {
        let path = args.directory.join(&*name);
        if let Some(folder) = path.parent() {
            output::make_directory(folder)?;
        }
        if let Some(file) = Files::get(&name) {
            output::to_file(&path, &file.data)?;
        }
    }
    if let Some(bytes) = given {
        output::to_file(&args.directory.join(SOLVER), &bytes)?;
    }
    Ok(Exit::Yes)
}
