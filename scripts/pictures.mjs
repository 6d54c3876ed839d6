// The pictures of the page in the READMEs: `node scripts/pictures.mjs` after `npm ci --prefix tests/web`. It needs what the tests of
// the page need (tests/web/page.test.mjs), and writes docs/images/page-solution.png, page-solution-ja.png and page-phone.png. With the word
// icons it writes those of the page, web/icon-*.png, instead.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser, startServer, stopServer } from "../tests/web/server.mjs";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const ZUKO_2 = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

/** Solves the problem, goes so many moves into its line and takes the picture. */
async function picture(browser, address, name, ply, context) {
  const page = await (await browser.newContext({ reducedMotion: "reduce", ...context })).newPage();
  await page.goto(`${address}#sfen=${ZUKO_2.replaceAll(" ", "_").replaceAll("+", "%2B")}`);
  await page.locator("#go").click();
  await page.locator("#work:not(.running)").waitFor({ timeout: 60_000 });
  await page.locator(".verify:has-text('✓')").waitFor();
  for (let i = 0; i < ply; i += 1) await page.locator("[data-step=forward]").click();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: images + name });
}

async function pictures(browser) {
  const address = await startServer();
  await picture(browser, address, "page-solution.png", 7, { locale: "en-US", viewport: { width: 1220, height: 930 } });
  await picture(browser, address, "page-solution-ja.png", 7, { locale: "ja-JP", viewport: { width: 1220, height: 930 } });
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
  await picture(browser, address, "page-phone.png", 5, { locale: "ja-JP", ...phone });
  stopServer();
}

/** The icon in the sizes that systems ask for. They cut a maskable one to their own shape: it has no corners, and more
 * margin. What is in the repository was made smaller with pngquant (32 colours) and optipng. */
async function icons(browser) {
  const web = fileURLToPath(new URL("../web/", import.meta.url));
  const drawing = readFileSync(`${web}icon.svg`, "utf8");
  const whole = drawing.replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace(/<rect [^>]*>/, '<rect x="-8" y="-8" width="80" height="80" fill="#24456b"/>');
  for (const [name, size, svg] of [["192", 192, drawing], ["maskable", 512, whole]]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
    await page.screenshot({ path: `${web}icon-${name}.png`, omitBackground: true });
  }
}

const browser = await startBrowser();
await (process.argv[2] === "icons" ? icons : pictures)(browser);
await browser.close();
