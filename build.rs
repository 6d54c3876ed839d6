//! The page is part of the program: a file that is added to `web/` or changed there is a reason to build again.

fn main() {
    println!("cargo::rerun-if-changed=web");
}
