//! Why a search cannot be asked so.

use super::Japanese;
use tsumugi_andor::OptionError;
use tsumugi_helpmate::CheckpointFault;
use tsumugi_tsume::checkpoint::{self, Damage};

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

impl Japanese for checkpoint::CheckpointFault {
    fn japanese(&self) -> String {
        use checkpoint::CheckpointFault::*;
        match self {
            NoCheckpoint => "tsumugi solveの途中経過ではありません".to_string(),
            OtherVersion(theirs) => format!("別の版のtsumugi（{theirs}）の途中経過です"),
            OtherProblem(theirs) => format!("別の問題の途中経過です（{theirs}）"),
            OtherOption(name, theirs, ours) => {
                format!("別の設定での途中経過です（{name}={theirs}、今回は{ours}）")
            }
            DoesNotFit(mebibytes) => {
                format!("途中経過がハッシュに収まりません（書いたときは{mebibytes} MiB）")
            }
            Damaged(byte, damage) => {
                let damage = damage.japanese();
                format!("途中経過が壊れています（{byte}バイト目から: {damage}）")
            }
            Unreadable(why) => format!("途中経過を読めません（{why}）"),
        }
    }
}

impl Japanese for Damage {
    fn japanese(&self) -> String {
        match self {
            Damage::Ends => "途中で切れています",
            Damage::Checksum => "チェックサムが違います",
            Damage::Nonsense => "あり得ない内容です",
            Damage::TooLong => "終わりの後に余分なデータがあります",
        }
        .to_string()
    }
}
