// The proof of an answer. The mark "verified" appears only after the verifier, which shares no code with the solver, has
// read the certificate and agreed.

import { number, t } from "../text/i18n.js";
import { el } from "../view/dom.js";
import { saveText } from "./download.js";
import { explain, say } from "./notices.js";

/** Searches larger than this (positions expanded) are verified only when asked to. */
const AT_ONCE = 300_000;

/** Buttons for the certificate of an answer, or null if it has none. */
export function certificateControls(api, { data }) {
  if (!data.certificate) return null;
  const mark = el("button", { type: "button", class: "verify" }, t("cert.verify"));
  const download = el("button", { type: "button", class: "quiet" }, `⤓ ${t("cert.download")}`);
  let text = null;
  const certificate = async () => (text ??= await api.certificate(data.certificate));
  mark.addEventListener("click", () => void verify(api, data.sfen, certificate, mark));
  download.addEventListener("click", () =>
    certificate().then((words) => saveText("problem.cert", words)).catch((error) => say(explain(error))),
  );
  if ((data.expansions ?? 0) <= AT_ONCE) void verify(api, data.sfen, certificate, mark);
  return el("span", { class: "certificate" }, mark, download);
}

async function verify(api, sfen, certificate, mark) {
  show(mark, "running", t("cert.verifying"));
  try {
    const found = await api.verify(sfen, await certificate());
    if (found.verified) show(mark, "good", `✓ ${verifiedWords(found)}`);
    else show(mark, "bad", `✗ ${t("cert.rejected", { reason: found.reason ?? "" })}`);
  } catch (error) {
    show(mark, "bad", explain(error));
  }
}

// What was proved: that there is a mate need not mean that none is shorter.
const verifiedWords = ({ verdict, claims }) => t(`cert.verified.${verdict}`, { claims: number(claims) });

function show(mark, state, words) {
  mark.dataset.state = state;
  mark.textContent = words;
  if (state !== "running") say(words);
}
