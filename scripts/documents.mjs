// The documents: are their links right, and a site made of them.
//
//     node scripts/documents.mjs links          every relative link and anchor of every Markdown file of the repository
//     node scripts/documents.mjs site DIR       README, guides and docs/ as pages, with what they link to
//     node scripts/documents.mjs api            is docs/API.md what web/openapi.yaml says? With --write it is written anew
//
// The last two need npm packages (npm ci --prefix tests/documents).

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

/** The Markdown files of the repository, those not yet added too. */
function documents() {
  const words = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "*.md"];
  const names = execFileSync("git", words, { encoding: "utf8" }).split("\0").filter(Boolean);
  return names.filter((name) => existsSync(name));
}

/** The text without code, whose brackets are no links. */
const prose = (text) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

/** A heading's anchor, as GitHub makes it. */
const slug = (heading) =>
  heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").trim().replaceAll(" ", "-");

/** The anchors of a file; equal headings are numbered. */
function anchors(name) {
  const seen = new Map();
  const text = readFileSync(name, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return new Set(
    [...text.matchAll(/^#{1,6}\s+(.*)$/gm)].map(([, heading]) => {
      const anchor = slug(heading);
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times ? `${anchor}-${times}` : anchor;
    }),
  );
}

/** What a file links to inside the repository: the word, the path, the anchor. */
function links(name) {
  const text = prose(readFileSync(name, "utf8"));
  const words = [...text.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)|(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? match[2]);
  return words
    .filter((word) => !/^[a-z]+:/i.test(word))
    .map((word) => {
      const [path, anchor] = word.split("#");
      return { word, path: path ? normalize(join(dirname(name), decodeURI(path))) : name, anchor };
    });
}

function checkLinks() {
  let wrong = 0;
  let count = 0;
  for (const name of documents()) {
    for (const { word, path, anchor } of links(name)) {
      count += 1;
      const fault = path.startsWith("..") || !existsSync(path)
        ? "is not there"
        : anchor && path.endsWith(".md") && !anchors(path).has(decodeURI(anchor))
          ? "has no such heading"
          : null;
      if (fault) {
        wrong += 1;
        console.log(`${name}: ${word} ${fault}`);
      }
    }
  }
  console.log(`${count} links, ${wrong} wrong`);
  return wrong === 0 && count > 0;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #222; --paper: #fffdf8; --line: #d8d2c4; --blue: #24456b; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #1b1b1d; --line: #444; --blue: #8fb8e8; } img[src$=".svg"] { background: #fff; } }
body { margin: 0 auto; padding: 1rem 1.2rem 4rem; max-width: 52rem; color: var(--ink); background: var(--paper); line-height: 1.6;
  font-family: "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI", Meiryo, system-ui, sans-serif; }
nav { font-size: .9rem; border-bottom: 1px solid var(--line); padding-bottom: .5rem; } nav a { margin-right: 1rem; }
a { color: var(--blue); } h1, h2, h3 { line-height: 1.3; }
pre { overflow-x: auto; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: 6px; line-height: 1.45; }
code { font-family: "Noto Sans Mono CJK JP", ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; } td:first-child code { white-space: nowrap; } td, th { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
thead:not(:has(th:not(:empty))) { display: none; }
img { max-width: 100%; vertical-align: top; }
`;

const NAV = {
  en: [["README.md", "tsumugi"], ["docs/README.md", "Documents"], ["docs/guide/solver.md", "Solver"], ["docs/guide/composer.md", "Composer"], ["docs/guide/engine.md", "Engine"], ["docs/guide/programmer.md", "Programmer"], ["docs/guide/researcher.md", "Researcher"]],
  ja: [["README.ja.md", "tsumugi"], ["docs/README.ja.md", "文書"], ["docs/guide/solver.ja.md", "解く"], ["docs/guide/composer.ja.md", "創る"], ["docs/guide/engine.ja.md", "エンジン"], ["docs/guide/programmer.ja.md", "プログラム"], ["docs/guide/researcher.ja.md", "研究"]],
};

const isPage = (name) => /^(docs\/|README|CHANGELOG|CONTRIBUTING|(proof|js|python|problems|scripts|crates\/(capi|learn))\/README)/.test(name) && name.endsWith(".md");

/** A page; `body` is its HTML, in which links to documents become links to pages. */
function page(name, title, body) {
  const language = name.endsWith(".ja.md") ? "ja" : "en";
  const to = (target) => relative(dirname(name), target).replace(/\.md$/, ".html");
  const nav = NAV[language].map(([target, words]) => `<a href="${to(target)}">${words}</a>`).join("");
  const linked = body.replace(/(href="(?![a-z]+:)[^"#]*)\.md(#[^"]*)?"/gi, '$1.html$2"');
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style>
<nav>${nav}</nav>
<main>
${linked}
</main></html>
`;
}

async function site(folder) {
  const { Marked } = createRequire(join(root, "tests/documents/package.json"))("marked");
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const pages = documents().filter(isPage);
  for (const name of pages) {
    const text = readFileSync(name, "utf8");
    const marked = new Marked();
    // Marked gives headings no anchors.
    marked.use({ renderer: { heading({ tokens, depth, text: words }) { return `<h${depth} id="${slug(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`; } } });
    write(name.replace(/\.md$/, ".html"), page(name, text.match(/^# (.*)$/m)?.[1] ?? name, marked.parse(text)));
    for (const { path } of links(name)) copy(path, folder, pages, write);
  }
  for (const [from, to] of [["README.md", "index.html"], ["README.ja.md", "index.ja.html"]]) {
    write(to, readFileSync(join(folder, from.replace(/\.md$/, ".html")), "utf8"));
  }
  console.log(`${pages.length} pages`);
}

/** What a page links to and is no page itself: a file as it is, of a folder the list of its files. */
function copy(path, folder, pages, write) {
  if (pages.includes(path) || path.startsWith("..") || !existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path));
    return;
  }
  const items = readdirSync(path).filter((file) => file.endsWith(".md")).map((file) => `<li><a href="${file}">${file.replace(/\.md$/, "")}</a></li>`);
  write(join(path, "index.html"), page(join(path, "index.md"), path, `<h1>${path}</h1><ul>${items.join("\n")}</ul>`));
}

/** docs/API.md, made from the description of the API. */
function api() {
  const { parse } = createRequire(join(root, "tests/documents/package.json"))("yaml");
  const { info, paths, components } = parse(readFileSync("web/openapi.yaml", "utf8"));
  const { schemas, requestBodies } = components;
  const cell = (text) => String(text ?? "").trim().replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
  const named = ({ $ref }) => $ref?.split("/").pop();
  // What is more than a word of its own has a section.
  const large = (name) => Boolean(schemas[name].properties);

  const type = (schema) => {
    const name = named(schema);
    if (name) return large(name) ? `[${name}](#${name.toLowerCase()})` : type(schemas[name]);
    if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
    if ("const" in schema) return `\`${schema.const}\``;
    const types = [schema.type ?? []].flat().map((one) => (one === "array" && schema.items ? `list of ${type(schema.items)}` : one));
    const { minimum, maximum } = schema;
    const range = minimum === undefined ? "" : maximum === undefined ? `, ${minimum} or more` : `, ${minimum} to ${maximum}`;
    return types.join(" or ") + range;
  };
  const meaning = (schema) => {
    const name = named(schema);
    const words = schema.description ?? (name && !large(name) ? schemas[name].description : "");
    return cell(words) + (schema.default === undefined ? "" : ` (default: ${JSON.stringify(schema.default)})`);
  };
  const rows = (properties, above = "") =>
    Object.entries(properties).flatMap(([key, schema]) => {
      const inner = schema.properties ?? schema.items?.properties;
      const row = `| \`${above}${key}\` | ${cell(inner ? (schema.items ? "list" : "object") : type(schema))} | ${meaning(schema)} |`;
      return [row, ...(inner ? rows(inner, `${above}${key}.`) : [])];
    });
  const table = (properties) => `| | | |\n|---|---|---|\n${rows(properties).join("\n")}\n`;

  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([method]) => method !== "parameters").map(([method, call]) => ({ path, method, call })));
  const answer = ({ responses }) => {
    const content = Object.values(responses["200"]?.content ?? {})[0];
    const { schema } = content ?? {};
    return schema && (named(schema) || schema.items) ? type(schema) : cell((responses["200"] ?? responses["204"]).description);
  };
  const list = calls.map(({ path, method, call }) => `| \`${method.toUpperCase()} ${path}\` | ${cell(call.summary)} | ${answer(call)} |`);
  const shared = ["sfen", "text", "attacker", "as_written", "at", "allow", "job"];
  const body = (name) => requestBodies[name].content["application/json"].schema.properties;
  const common = Object.fromEntries(shared.map((key) => [key, body("Solve")[key]]));
  const requests = Object.keys(requestBodies).map((name) => {
    const own = Object.entries(body(name)).filter(([key, schema]) => !(key in common) || named(schema) !== named(common[key]));
    return `### POST /${name.toLowerCase()}\n\n${table(Object.fromEntries(own))}`;
  });
  const answers = Object.keys(schemas).filter(large).map((name) => `### ${name}\n\n${table(schemas[name].properties)}`);
  return `# JSON and the API

Made from [web/openapi.yaml](../web/openapi.yaml) by \`node scripts/documents.mjs api --write\`; do not edit.

${info.description}
## Requests

Below \`/api/v1\` of \`tsumugi serve\`:

| | | answer |
|---|---|---|
${list.join("\n")}

Every POST but compose has a problem, as \`sfen\` or \`text\`:

${table(common)}
${requests.join("\n")}
## Answers

${answers.join("\n")}`.trimEnd() + "\n";
}

function checkApi(write) {
  const wanted = api();
  if (write) writeFileSync("docs/API.md", wanted);
  const same = existsSync("docs/API.md") && readFileSync("docs/API.md", "utf8").replaceAll("\r\n", "\n") === wanted;
  if (!same) console.log("docs/API.md is not what web/openapi.yaml says: node scripts/documents.mjs api --write");
  return same;
}

const [work, folder] = process.argv.slice(2);
if (work === "api") process.exitCode = checkApi(folder === "--write") ? 0 : 1;
else if (work === "links") process.exitCode = checkLinks() ? 0 : 1;
else if (work === "site" && folder) await site(folder);
else {
  console.error("usage: node scripts/documents.mjs links | site DIR | api [--write]");
  process.exitCode = 2;
}
