// The worker in which the engine of tsumugi.js searches. It hears nothing while it does.
//
//   to it      { module } once, then { job }, any number of times
//   from it    { event } as the search tells it, the last of a job marked { last: true }, or { failed } once

import { inNode, start } from './module.js';

let post = (message) => self.postMessage(message);
let started = null;

async function hear({ module, job }) {
  try {
    started ??= start(module, (event) => post({ event }));
    const ask = await started;
    if (!job) return;
    const event = ask({ search: job });
    if (event.error) throw new Error(event.error);
    post({ event, last: true });
  } catch (error) {
    post({ failed: String(error?.message ?? error) });
  }
}

if (inNode) {
  const { parentPort } = await import('node:worker_threads');
  post = (message) => parentPort.postMessage(message);
  parentPort.on('message', hear);
} else {
  self.onmessage = ({ data }) => hear(data);
}
