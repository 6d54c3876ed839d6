// An engine in a folder, driven as ShogiHome drives one.

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** Lines and what one waits for; the engine goes on by itself. */
export class Engine {
  lines = [];
  errors = [];

  static async launch(folder) {
    const engine = new Engine();
    const base = pathToFileURL(`${folder}/`);
    engine.manifest = JSON.parse(await readFile(new URL('engine.json', base), 'utf8'));
    const { default: createEngine } = await import(new URL(engine.manifest.module, base).href);
    engine.instance = await createEngine({
      printErr: (line) => engine.errors.push(line),
      locateFile: (file) => new URL(file, base).href,
    });
    engine.instance.addMessageListener((line) => engine.lines.push(line));
    return engine;
  }

  say(...commands) {
    for (const command of commands) this.instance.postMessage(command);
  }

  /** The lines up to the one that begins so, that one included; they are heard once. */
  async until(start, seconds = 120) {
    const end = performance.now() + seconds * 1000;
    for (;;) {
      const at = this.lines.findIndex((line) => line.startsWith(start));
      if (at >= 0) return this.lines.splice(0, at + 1);
      if (performance.now() > end) throw new Error(`no ${start}: ${this.lines.join(' / ')} ${this.errors.join(' / ')}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Asks, and gives the lines up to the answer. */
  ask(start, ...commands) {
    this.lines.length = 0;
    this.say(...commands);
    return this.until(start);
  }
}
