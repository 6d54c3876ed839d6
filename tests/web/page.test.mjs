// `node --test tests/web` after `npm ci` there; it needs a built program and Chromium. TSUMUGI and CHROMIUM say where they
// are if not at target/debug/tsumugi and /usr/bin/chromium; SHOTS=folder writes a picture of every state.

import { runTests } from "./harness.mjs";
import "./model.mjs";
import "./edit.mjs";
import "./solve.mjs";
import "./checks.mjs";
import "./play.mjs";
import "./workshop.mjs";
import "./everyone.mjs";
import "./site.mjs";

runTests();
