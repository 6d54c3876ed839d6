// The headline of an answer: the verdict in a word, and badges for what is known about it.

import { t, number, seconds, shortNumber } from "../text/i18n.js";
import { kindOf } from "../model/pieces.js";

/** The verdict in words, and how it looks: "good", "bad" or "open". */
export function headline({ kind, data, selfmate }) {
  if (kind === "check") return { words: t(`verdict.${data.verdict}`), tone: checkTone(data.verdict) };
  if (kind === "helpmate") return helpmateHeadline(data, selfmate ? "selfmate" : "helpmate");
  if (kind === "record") return { words: t("verdict.record", { length: data.line.length }), tone: "open" };
  return solveHeadline(data);
}

const checkTone = (verdict) => ({ sound: "good", unsettled: "open" })[verdict] ?? "bad";

function helpmateHeadline({ verdict, length, within }, name) {
  if (verdict === "mate") return { words: t(`verdict.${name}`, { length }), tone: "good" };
  if (verdict === "unknown") return { words: t("verdict.unknown"), tone: "open" };
  const words = within == null ? t(`verdict.no${name}`) : t(`verdict.no${name}.within`, { length: within });
  return { words, tone: "bad" };
}

function solveHeadline({ verdict, length, at_most }) {
  if (verdict === "unknown") return { words: t("verdict.unknown"), tone: "open" };
  if (verdict !== "mate") return { words: t(`verdict.${verdict}`), tone: verdict === "brinkmate" ? "good" : "bad" };
  if (length != null) return { words: t("verdict.mate", { length }), tone: "good" };
  if (at_most == null) return { words: t("verdict.mate.any"), tone: "good" };
  return { words: t("verdict.mate.at-most", { length: at_most }), tone: "good" };
}

/** Short remarks about an answer. */
export function badges({ kind, data }) {
  const words = { solve: solveBadges, check: checkBadges, helpmate: helpmateBadges, record: () => [] }[kind](data);
  if (data.reason) words.push(t(`reason.${data.reason}`));
  return words;
}

function solveBadges(data) {
  const words = [];
  if (data.verdict === "mate" && data.shortest) words.push(t("badge.shortest"));
  if (data.strict_length != null && data.strict_length !== data.length) {
    words.push(t("badge.convention"), t("badge.strict", { length: data.strict_length }));
  }
  // Every mate takes one ply.
  if (data.strict_at_least > 1 && !data.shortest) words.push(t("badge.at-least", { length: data.strict_at_least }));
  if (data.proved) words.push(t("badge.proved"));
  if (data.leftover) words.push(leftoverWords(data.leftover));
  return words;
}

function checkBadges(data) {
  const words = [];
  if (data.length != null) words.push(t("badge.length", { length: data.length }));
  else if (data.at_most != null) words.push(t("verdict.mate.at-most", { length: data.at_most }));
  if (data.strict_length != null && data.strict_length !== data.length) {
    words.push(t("badge.strict", { length: data.strict_length }));
  }
  // A line that is no solution, and pieces left over, stand among the findings.
  if (data.given === "examined") words.push(t("badge.given.examined"));
  if (data.leftover === "-") words.push(leftoverWords(data.leftover));
  if (data.checks != null) {
    const { checks, no_mate, proved } = data;
    const all = checks > 0 && no_mate === checks && proved === checks;
    words.push(t(all ? "badge.checks.all" : "badge.checks", { checks, no_mate, proved }));
  }
  return words;
}

function helpmateBadges(data) {
  if (data.verdict !== "mate") return [];
  const words = [];
  if (data.unique) words.push(t("badge.unique"));
  else if (data.solutions != null) words.push(t("badge.solutions", { count: data.solutions }));
  if (data.verified) words.push(t("badge.line-verified"));
  return words;
}

/** Pieces as SFEN writes them, in words: "G2P" is 金・歩2. */
export function leftoverWords(sfen) {
  if (sfen === "-") return t("badge.no-leftover");
  const pieces = [...sfen.matchAll(/(\d*)([A-Za-z])/g)].map(
    ([, count, letter]) => t(`kind.${kindOf(letter)}`) + (count ? ` ${count}` : ""),
  );
  return t("badge.leftover", { pieces: pieces.join("・") });
}

/** What it took, for the small print. */
export function effort({ kind, data }) {
  if (kind === "record") return t("record.hint");
  const parts = [];
  const nodes = data.nodes ?? data.positions ?? data.expansions;
  if (nodes != null) parts.push(`${t("work.nodes")} ${shortNumber(nodes)}`);
  if (data.seconds != null) parts.push(t("seconds", { n: seconds(data.seconds) }));
  return parts.join(" · ") || number(0);
}
