// Looks at the page of a coordinator whose run has markup in its names, as a person would: at the widths of a desk and of
// a phone, light and dark, with a picture of each; then ends the run with the button.
// Usage: node look.mjs FOLDER_WITH_PLAYWRIGHT URL FOLDER_FOR_PICTURES [--keep]
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, url, shots, keep] = process.argv.slice(2);
const { chromium } = createRequire(join(folder, "here.js"))("playwright-core");
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const VIEWS = [[1280, 900], [390, 844]].flatMap(([width, height]) => ["light", "dark"].map((colorScheme) => ({ viewport: { width, height }, colorScheme })));

async function look(browser, view) {
  const context = await browser.newContext(view);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("dialog", (dialog) => { wrong.push("a dialog: " + dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(url)) wrong.push("it asked for " + request.url()); });
  await page.goto(url);
  await page.waitForSelector("#throughput canvas", { timeout: 30000 });
  await page.waitForFunction(() => kept.size >= 4, null, { timeout: 30000 });
  await check(page, view.viewport.width);
  await page.screenshot({ path: join(shots, `${view.viewport.width}-${view.colorScheme}.png`), fullPage: true });
  assert.deepEqual(wrong, []);
  return page;
}

async function check(page, width) {
  assert.equal(await page.locator("#state").textContent(), "live");
  assert.match(await page.locator("#run-name").textContent(), /^Run \d+: /);
  assert.equal(await page.locator("main b, main i, main img").count(), 0, "a name became markup");
  assert.match(await page.locator("#latencies").textContent(), /response.*[µm]?s.*service/s);
  assert.equal(await page.locator("canvas").count(), 3);
  assert.ok(await page.locator("#workers tr").count() >= 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, "the page is wider than the screen");
  const inks = await page.evaluate(() => {
    const canvas = document.querySelector("#response canvas");
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) seen.add(data[i] + "," + data[i + 1] + "," + data[i + 2]);
    return seen.size;
  });
  assert.ok(inks > 5, "nothing is drawn");
}

async function end(page) {
  await page.click("#abort");
  assert.match(await page.locator("#abort").textContent(), /^Sure\? Abort run \d+$/);
  await page.click("#abort");
  await page.waitForSelector("#idle:not([hidden])", { timeout: 20000 });
  await page.waitForFunction(() => document.querySelectorAll("#past tr").length >= 1);
}

mkdirSync(shots, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.MUSTER_CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
try {
  let page = null;
  for (const view of VIEWS) {
    if (page !== null) await page.context().close();
    page = await look(browser, view);
  }
  if (keep !== "--keep") {
    await end(page);
    await page.screenshot({ path: join(shots, "390-dark-after.png"), fullPage: true });
  }
  console.log(`looked at ${VIEWS.length} views`);
} finally {
  await browser.close();
}
