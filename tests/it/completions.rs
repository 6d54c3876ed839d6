//! `tsumugi completions` knows every command.

use crate::program::tsumugi;

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = tsumugi(["completions", shell]).good();
        for word in ["show", "convert", "perft", "bench", "completions", "rest-to"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_accepts_its_script() {
    let script = tsumugi(["completions", "bash"]).good();
    let bash = std::process::Command::new("bash").args(["-n", "-c", &script]).output();
    // A machine without bash cannot tell.
    if let Ok(output) = bash {
        assert!(output.status.success(), "{output:?}");
    }
}
