// The page put together: who is in charge of the board, what happens when the position changes, keys that work anywhere.

import { readAddress, writeAddress } from "./address.js";
import { Api } from "./api.js";
import { readSfen, writeSfen } from "./model/sfen.js";
import { prepareOffline } from "./offline.js";
import { AnswerPanel } from "./panel/answer.js";
import { openDialog, prepareDialogs } from "./panel/dialogs.js";
import { Editor } from "./panel/editor.js";
import { Game } from "./panel/game.js";
import { Intake } from "./panel/intake.js";
import { isWholeGame } from "./panel/mine.js";
import { complain, dismiss, explain, notify, offer, say } from "./panel/notices.js";
import { prepareLooks } from "./panel/looks.js";
import { Problems } from "./panel/problems.js";
import { Share } from "./panel/share.js";
import { Tabs } from "./panel/tabs.js";
import { WorkPanel } from "./panel/work.js";
import { recall, remember } from "./settings.js";
import { preferredLanguage, setLanguage, t } from "./text/i18n.js";
import { find, prefersStillness, typesText } from "./view/dom.js";
import { Desk } from "./view/desk.js";

/** What a first visitor sees: a small problem with a few variations. */
const FIRST = "8k/9/9/6L1P/9/9/9/9/9 b GNP 1";

const TAB_KEYS = { Digit1: "position", Digit2: "answer", Digit3: "play" };

const api = new Api();
const desk = new Desk(find("#desk"));
const editor = new Editor(desk, firstPosition(), positionChanged);
const answer = new AnswerPanel(api, desk, {
  stop: () => work.stop(),
  survey: (sfen) => work.survey(sfen),
  workshop: (...asked) => work.workshop(...asked),
  open: (sfen, moves) => setUp(readSfen(sfen), moves),
  play: (sfen) => void playPosition(sfen),
});
const work = new WorkPanel(api, question, takeAnswer, () => answer.settle());
const game = new Game(api, desk, question, () => void solveAfterGame());
const tabs = new Tabs(tabOpened);
const problems = new Problems(api, openProblem);
const intake = new Intake(api, setUp, (several, count) => problems.offer(several, count));
/** Moves that came with the position, if any: the line its author gives; as a whole record if that has variations. */
let given = { sfen: null, moves: [], record: null };
/** The search whose answer was shown last. */
let shownSearch = null;

new Share(api, subject);
prepareDialogs();
prepareLooks();
prepareLanguage();
find(".skip").addEventListener("click", (event) => (event.preventDefault(), desk.board.focus()));
find("#open").addEventListener("click", () => (tabs.open("position"), intake.focus()));
find("#back-to-answer").addEventListener("click", () => setUp(readSfen(answer.asked)));
document.addEventListener("keydown", globalKey);
addEventListener("hashchange", addressChanged);
takeAddress();
void tellBackend();
void keepForOffline();

function firstPosition() {
  return readAddress().position ?? readSfen(recall("position") ?? FIRST);
}

/** Does what the address says when the page is opened. */
function takeAddress() {
  const hash = location.hash;
  const { moves, ask, fault } = readAddress(hash);
  work.choose(ask ?? work.ask);
  setUp(editor.position, moves);
  positionChanged(editor.position);
  if (fault) refuseAddress(hash, fault);
}

/** Says that a link cannot be read; what was on the board stays there. */
function refuseAddress(hash, fault) {
  intake.refuse(location.href.replace(/#.*$/, "") + hash, fault);
  notify(t("error.link", { why: explain(fault) }), "bad");
}

/** The problem on the board as fields of a request. A check examines the line its author gives, if there is one. */
function question(kind) {
  const sfen = writeSfen(editor.position);
  const moves = kind === "check" ? givenMoves() : [];
  if (moves.length === 0) return { sfen, fields: { sfen } };
  return { sfen, fields: { text: given.record ?? `sfen ${sfen} moves ${moves.join(" ")}` } };
}

/** What "share" is about: the line on the board if an answer is open, else the position being edited. */
function subject() {
  const shown = tabs.current === "answer" ? answer.shown : null;
  const ask = work.ask === "solution" ? null : work.ask;
  return { ...(shown ?? { sfen: writeSfen(editor.position), moves: givenMoves() }), ask };
}

function givenMoves() {
  return given.sfen === writeSfen(editor.position) ? given.moves : [];
}

function setUp(position, moves = [], record = null) {
  const sfen = writeSfen(position);
  given = { sfen, moves, record };
  editor.set(position);
  tabs.open("position");
  if (moves.length > 0) void showRecord(sfen, moves);
}

/** A line that came with the position can be stepped through before anything is solved. */
async function showRecord(sfen, moves) {
  try {
    const { moves: line } = await api.convert(`sfen ${sfen} moves ${moves.join(" ")}`, []);
    if (!(await answer.take({ kind: "record", asked: sfen, data: { sfen, line } }))) return;
    answer.markStale(sfen !== writeSfen(editor.position));
    if (isWholeGame(sfen, line)) offer(t("mine.offer", { count: line.length }), t("mine.go"), mineGame);
    else notify(t("open.moves", { count: line.length }));
  } catch (error) {
    given = { sfen: null, moves: [], record: null };
    complain(error);
  }
}

/** Looks for the mates of the game that was opened. */
function mineGame() {
  dismiss();
  tabs.open("answer");
  showVerdict();
  answer.mine();
}

/** Plays from a position at once, whoever it is that mates. */
async function playPosition(sfen) {
  setUp(readSfen(sfen));
  tabs.open("play");
  await game.begin();
}

function openProblem(problem, position) {
  if (problem.kind) work.choose(problem.kind === "helpmate" ? "helpmate" : "solution");
  setUp(position, problem.moves);
}

function positionChanged(position) {
  const sfen = writeSfen(position);
  remember("position", sfen);
  writeAddress(position, givenMoves());
  intake.show(position);
  game.positionChanged();
  answer.markStale(answer.asked !== sfen);
}

/** Shows an answer. One that only replaces another of the same search does not call the person back to it. */
async function takeAnswer(found) {
  if (!(await answer.take(found))) return;
  const follows = found.search === shownSearch;
  shownSearch = found.search;
  answer.markStale(found.asked !== writeSfen(editor.position));
  if (!follows || tabs.current === "answer") tabs.open("answer");
  if (!follows) showVerdict();
  say(find("#verdict").textContent);
}

const isNarrow = () => matchMedia("(max-width: 940px)").matches;

/** On a narrow screen the answer is below the board, which stays in sight: the page is scrolled to it. */
function showVerdict() {
  if (!isNarrow()) return;
  const top = find(".tabs").getBoundingClientRect().top + scrollY - find("#desk").offsetHeight - 8;
  scrollTo({ top, behavior: prefersStillness() ? "instant" : "smooth" });
}

function tabOpened(name) {
  dismiss();
  document.body.dataset.tab = name;
  answer.stepper.pause();
  const inCharge = { position: editor, answer: answer.stepper, play: game }[name];
  desk.listen(inCharge, { editable: name === "position", playable: name === "play" });
  if (name === "play" && isNarrow()) find("#desk").scrollIntoView({ block: "start", behavior: "instant" });
  if (name === "answer" && answer.isEmpty) editor.draw();
  else inCharge.draw();
}

async function solveAfterGame() {
  work.choose("solution");
  await work.start();
}

function addressChanged() {
  const hash = location.hash;
  const { position, moves, ask, fault } = readAddress(hash);
  if (ask) work.choose(ask);
  if (fault) return refuseAddress(hash, fault);
  const same = position && writeSfen(position) === writeSfen(editor.position) && moves.join() === givenMoves().join();
  if (position && !same) setUp(position, moves);
}

function prepareLanguage() {
  const select = find("#language");
  select.value = recall("language") ?? preferredLanguage();
  setLanguage(select.value);
  work.relabel();
  select.addEventListener("change", () => {
    remember("language", select.value);
    setLanguage(select.value);
    relabel();
  });
}

function relabel() {
  work.relabel();
  answer.redraw();
  tabOpened(tabs.current);
  void tellBackend();
}

async function tellBackend() {
  const { name, version, threads } = await api.about();
  work.allowThreads(threads);
  document.body.dataset.backend = name;
  find("#backend").textContent = [version, t(`app.backend.${name}`)].filter(Boolean).join(" · ");
}

async function keepForOffline() {
  const { name } = await api.about();
  await prepareOffline(name, (update) => offer(t("offline.update"), t("offline.reload"), update));
}

function globalKey(event) {
  if (document.querySelector("dialog[open]")) return;
  const action = withControl(event) ?? (typesText(event.target) ? null : plainKey(event));
  if (!action) return;
  event.preventDefault();
  action();
}

function withControl(event) {
  if (!event.ctrlKey && !event.metaKey) return null;
  if (event.key === "Enter") return () => work.toggle();
  if (typesText(event.target)) return null;
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (!redo && key !== "z") return null;
  return () => {
    tabs.open("position");
    if (redo) editor.redo();
    else editor.undo();
  };
}

function plainKey(event) {
  if (event.ctrlKey || event.metaKey) return null;
  // By the place of the key: with Alt, some keyboards write other characters than digits.
  if (event.altKey) return TAB_KEYS[event.code] ? () => tabs.open(TAB_KEYS[event.code]) : null;
  if (event.key === "?") return () => openDialog("help");
  if (event.key === "Escape") return () => work.stop();
  const inRadio = event.target instanceof HTMLInputElement;
  const steps = tabs.current === "answer" && !answer.isEmpty && !inRadio;
  return steps && answer.stepper.knows(event.key) ? () => answer.stepper.key(null, event) : null;
}
