// Playing against it.

import assert from "node:assert/strict";
import { PROBLEMS, test } from "./harness.mjs";

test("the person attacks, takes back, asks for a hint, and mates", { sfen: PROBLEMS.seven }, async (screen, page) => {
  const words = page.locator("#play-words");
  const says = (pattern) => screen.until(String(pattern), async () => pattern.test(await words.textContent()));
  await screen.tab("Play");
  await says(/Press Start/);
  await page.getByRole("button", { name: "Start" }).click();
  await says(/mate in 7/);

  // A gold on 1b gives check but throws the mate away.
  await screen.drag(screen.slot("b:G"), screen.square("1b"));
  await says(/escape/);
  await screen.shot("play");
  await page.getByRole("button", { name: "Take back" }).click();
  await says(/mate in 7/);

  await screen.drag(screen.slot("b:P"), screen.square("5e"));
  await says(/not a check/);

  await page.getByRole("button", { name: "Hint" }).click();
  await says(/Try N\*2c/);
  assert.equal(await page.locator("#board .hint").count(), 1);
  await screen.slot("b:N").click();
  await screen.square("2c").click();
  await says(/still there/);
  for (let i = 0; i < 8 && !/Mate!/.test(await words.textContent()); i += 1) {
    await page.getByRole("button", { name: "Hint" }).click();
    await says(/Try /);
    await playHint(screen, page);
    await says(/still there|Mate!/);
  }
  assert.match(await words.textContent(), /Solved in 7/);
  await screen.isAccessible("mated");

  await page.getByRole("button", { name: "Show the solution" }).click();
  await screen.verdict().waitFor();
});

/** Plays the move that is marked on the board. */
async function playHint(screen, page) {
  const places = await page.locator("#desk .hint").evaluateAll((marked) => marked.map((one) => one.dataset.place));
  const from = places.find((place) => place.includes(":")) ?? (await movable(screen, places));
  const to = places.find((place) => place !== from);
  await page.locator(`[data-place="${from}"]`).last().click();
  await screen.square(to).click();
  const promotion = page.locator("#promotion");
  if (!(await promotion.isVisible())) return;
  await screen.isAccessible("promotion");
  await promotion.getByRole("button", { name: "Promote", exact: true }).click();
}

async function movable(screen, places) {
  for (const place of places) if (/Black/.test(await screen.label(place))) return place;
  return places[0];
}

test("a position without a mate says so", { sfen: "4k4/9/9/9/9/9/9/9/9 b G 1" }, async (screen, page) => {
  await screen.tab("Play");
  await page.getByRole("button", { name: "Start" }).click();
  await screen.until("the news", async () => /no mate/.test(await page.locator("#play-words").textContent()));
});
