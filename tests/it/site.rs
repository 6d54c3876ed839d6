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
    for name in ["index.html", "worker.js", "manifest.webmanifest"] {
        let ours = std::fs::read(format!("web/{name}")).expect("a file of ours");
        assert_eq!(std::fs::read(site.join(name)).expect("the same file"), ours, "{name}");
    }
    assert!(!site.join("openapi.yaml").exists(), "there is no server that it would describe");
    let keeper = std::fs::read_to_string(site.join("service-worker.js")).expect("a script");
    let module = r#""tsumugi.wasm":"93a44bbb96c751218e4c00d479e4c14358122a389acca16205b1e4d0dc5f9476""#;
    assert!(keeper.contains(module) && keeper.contains(r#""view/board.js":""#), "{keeper}");
    assert!(!keeper.contains(r#"version: "","#), "{keeper}");
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
