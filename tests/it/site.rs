//! `tsumugi site`: the page as a folder.

use crate::program::{Scratch, tsumugi};

#[test]
fn the_page_is_written_with_the_solver_it_is_given() {
    let scratch = Scratch::new("site");
    let solver = scratch.file("solver", b"\0asm\x01\0\0\0");
    let site = scratch.join("deep/site");
    let (site_word, solver_word) = (site.to_str().expect("UTF-8"), solver.to_str().expect("UTF-8"));
    assert_eq!(tsumugi(["site", site_word, "--wasm", solver_word]).good(), "");
    assert_eq!(std::fs::read(site.join("tsumugi.wasm")).expect("a file"), b"\0asm\x01\0\0\0");
    for name in ["index.html", "worker.js", "openapi.yaml"] {
        let ours = std::fs::read(format!("web/{name}")).expect("a file of ours");
        assert_eq!(std::fs::read(site.join(name)).expect("the same file"), ours, "{name}");
    }
}

#[test]
fn without_the_solver_there_is_no_site() {
    let scratch = Scratch::new("no-site");
    let site = scratch.join("site");
    let words = ["site", site.to_str().expect("UTF-8"), "--wasm", "no such file"];
    let outcome = tsumugi(words);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("cannot read no such file"), "{}", outcome.stderr);
    assert!(!site.exists());
}
