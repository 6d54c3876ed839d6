//! The example in C, compiled, linked with the library and run; its answers are those of the Rust call.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tsumugi_clock::StopToken;
use tsumugi_shogi::{Position, Setup, Waivers};
use tsumugi_testkit::Scratch;
use tsumugi_tsume::{LeafSolver, Problem, Verdict};

/// Where cargo has put the library: beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    test.parent().expect("a folder").to_path_buf()
}

fn compile(scratch: &Scratch) -> Option<PathBuf> {
    let (here, program) = (Path::new(env!("CARGO_MANIFEST_DIR")), scratch.join("leaf"));
    let library = library();
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(here.join("include"))
        .arg(here.join("examples/leaf.c"))
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&library)
        .arg("-ltsumugi_capi")
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .status();
    match compiled {
        Ok(status) => {
            assert!(status.success(), "the example compiles");
            Some(program)
        }
        Err(_) => {
            eprintln!("skipped: there is no C compiler");
            None
        }
    }
}

/// What the example says about positions.
fn said(program: &Path, positions: &str) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example starts");
    child.stdin.take().expect("a pipe").write_all(positions.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

/// What the Rust call says about a position.
fn expected(solver: &mut LeafSolver, sfen: &str) -> String {
    let setup = sfen.parse::<Setup>().ok();
    let Some(position) = setup.and_then(|setup| Position::new(&setup, Waivers::TSUME).ok()) else {
        return "error -1\n".to_string();
    };
    let answer = solver.solve(&Problem::new(position), 5_000, &StopToken::default());
    solver.clear();
    let nodes = answer.expansions;
    match (answer.verdict, answer.best) {
        (Verdict::Mate(plies), Some(best)) => format!("mate {best} within {plies}, {nodes} nodes\n"),
        (Verdict::NoMate, _) => format!("no mate, {nodes} nodes\n"),
        _ => "unknown\n".to_string(),
    }
}

#[test]
fn the_example_in_c_says_what_the_rust_call_says() {
    let scratch = Scratch::new("capi");
    let Some(program) = compile(&scratch) else { return };
    let list = std::fs::read_to_string("../../problems/bench.tsv").expect("problems");
    let mut positions: Vec<&str> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    positions.extend(["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/9/9/9/9/9/9/9 b G 1", "nonsense"]);
    let mut solver = LeafSolver::new(16 << 20);
    let expected: String = positions.iter().map(|sfen| expected(&mut solver, sfen)).collect();
    assert_eq!(said(&program, &(positions.join("\n") + "\n")), expected);
    assert!(expected.contains("mate G*5b within 1, "), "{expected}");
}
