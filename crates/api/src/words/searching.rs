//! Why a search cannot be asked so.

use super::Japanese;
use tsumugi_andor::OptionError;
use tsumugi_helpmate::CheckpointFault;

impl Japanese for OptionError {
    fn japanese(&self) -> String {
        let OptionError { name, expected, in_papers } = self;
        let only = if *in_papers { "tsumugi-labでだけ使えます。" } else { "" };
        match expected.strip_prefix("one of ") {
            Some(names) => format!("{name}: そのような設定はありません（{names}）"),
            None => format!("{name}: {only}使える値は {expected}"),
        }
    }
}

impl Japanese for CheckpointFault {
    fn japanese(&self) -> String {
        match self {
            CheckpointFault::OtherVersion => {
                "別の版のtsumugiの途中経過なので続けられません（最初からやり直すには削除してください）"
            }
            CheckpointFault::OtherProblem => "別の問題の途中経過があります",
            CheckpointFault::NotAskedFor => "途中経過がすでにあります（--resume で続けられます）",
            CheckpointFault::Damaged(_) => "途中経過が壊れています",
        }
        .to_string()
    }
}
