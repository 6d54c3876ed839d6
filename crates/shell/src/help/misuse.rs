//! What is wrong with a command line, in Japanese. clap says what it is; the words are ours.

use super::Dictionary;
use super::page::usage;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use tsumugi_api::Message;

/// What clap refuses, in Japanese.
pub fn misuse(error: &clap::Error, words: &Dictionary) -> String {
    let refused = Refused { error, words };
    let mut out = format!("エラー: {}\n", refused.what());
    for hint in refused.hints() {
        out += &format!("  {hint}\n");
    }
    if let Some(text) = refused.text(ContextKind::Usage) {
        out += &format!("\n{}\n", usage(&text, words));
    }
    out + "\n詳しくは --help を付けて実行してください。\n"
}

struct Refused<'a> {
    error: &'a clap::Error,
    words: &'a Dictionary,
}

impl Refused<'_> {
    /// What is wrong, in a sentence.
    fn what(&self) -> String {
        let (arg, value) = (self.arg(), self.text(ContextKind::InvalidValue).unwrap_or_default());
        match self.error.kind() {
            ErrorKind::InvalidValue if value.is_empty() => format!("{arg} には値が必要です"),
            ErrorKind::InvalidValue => format!("{arg} に「{value}」は指定できません"),
            ErrorKind::ValueValidation => {
                format!("{arg} に「{value}」は指定できません{}", self.why())
            }
            ErrorKind::UnknownArgument => format!("「{arg}」という引数はありません"),
            ErrorKind::InvalidSubcommand => {
                let name = self.text(ContextKind::InvalidSubcommand).unwrap_or_default();
                format!("「{name}」というコマンドはありません")
            }
            ErrorKind::NoEquals => format!("{arg} の値は「=」に続けて書いてください"),
            ErrorKind::TooManyValues => format!("{arg} に「{value}」は余分です"),
            ErrorKind::TooFewValues => {
                let (least, found) = (self.number(ContextKind::MinValues), self.found());
                format!("{arg} には値が{least}個必要ですが、{found}個しかありません")
            }
            ErrorKind::WrongNumberOfValues => {
                let expected = self.number(ContextKind::ExpectedNumValues);
                format!("{arg} の値は{expected}個ですが、{}個指定されました", self.found())
            }
            ErrorKind::ArgumentConflict => self.conflict(&arg),
            ErrorKind::MissingRequiredArgument => {
                format!("次の引数が必要です: {arg}")
            }
            ErrorKind::MissingSubcommand => "コマンドを指定してください".to_string(),
            ErrorKind::InvalidUtf8 => "引数の文字コードがUTF-8ではありません".to_string(),
            _ => "引数が正しくありません".to_string(),
        }
    }

    fn conflict(&self, arg: &str) -> String {
        match self.list(ContextKind::PriorArg) {
            others if others.is_empty() => format!("{arg} は他の引数と同時に指定できません"),
            others if others == [arg] => format!("{arg} は2度指定できません"),
            others => format!("{arg} は {} と同時に指定できません", others.join(" ")),
        }
    }

    /// What would be right.
    fn hints(&self) -> Vec<String> {
        let mut out = Vec::new();
        let values = self.list(ContextKind::ValidValue);
        if !values.is_empty() {
            out.push(format!("選べる値: {}", values.join(", ")));
        }
        let similar = [
            ContextKind::SuggestedArg,
            ContextKind::SuggestedValue,
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedCommand,
        ];
        for near in similar.into_iter().flat_map(|kind| self.list(kind)) {
            out.push(format!("ヒント: 「{near}」ではありませんか"));
        }
        let arg = self.arg();
        // clap offers this where a value might be meant.
        let as_value = self.list(ContextKind::Suggested).iter().any(|text| text.contains("'-- "));
        if as_value {
            out.push(format!("ヒント: 「{arg}」を値として渡すには「-- {arg}」と書きます"));
        }
        out
    }

    /// The arguments it is about, as they are written.
    fn arg(&self) -> String {
        self.list(ContextKind::InvalidArg).join(" ")
    }

    /// Why a value is refused: our own parsers say it in both languages.
    fn why(&self) -> String {
        let said = self.error.source().and_then(|why| why.downcast_ref::<Message>());
        said.map(|why| format!(": {}", why.japanese())).unwrap_or_default()
    }

    fn found(&self) -> String {
        self.number(ContextKind::ActualNumValues)
    }

    fn number(&self, kind: ContextKind) -> String {
        self.text(kind).unwrap_or_default()
    }

    fn text(&self, kind: ContextKind) -> Option<String> {
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(text.clone()),
            ContextValue::StyledStr(text) => Some(text.to_string()),
            ContextValue::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// One text or several; the names of values are translated.
    fn list(&self, kind: ContextKind) -> Vec<String> {
        let all = match self.error.get(kind) {
            Some(ContextValue::Strings(all)) => all.clone(),
            Some(ContextValue::StyledStrs(all)) => all.iter().map(ToString::to_string).collect(),
            _ => self.text(kind).into_iter().collect(),
        };
        all.iter().map(|text| self.words.form(text)).collect()
    }
}
