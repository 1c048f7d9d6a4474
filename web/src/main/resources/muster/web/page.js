"use strict";
/* Shows what /live tells. Names come from plans and workers, so they are only ever set as text. */

const SURE_MS = 4000;
const pageToken = document.querySelector("meta[name=muster-page]").content;
const at = (id) => document.getElementById(id);
let source = null;
let shownRun = null;
let shownStore = "";
let known = "";

function element(tag, text, kind) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function row(cells) {
  const made = document.createElement("tr");
  made.append(...cells.map(([text, kind]) => (text instanceof Node ? cell(text) : element("td", text, kind))));
  return made;
}

function cell(child) {
  const made = document.createElement("td");
  made.append(child);
  return made;
}

function fill(id, rows, none, width) {
  const empty = element("td", none, "none");
  empty.colSpan = width;
  const alone = document.createElement("tr");
  alone.append(empty);
  at(id).replaceChildren(...(rows.length > 0 ? rows : [alone]));
}

function show(id, text) {
  at(id).hidden = text === "";
  at(id).textContent = text;
}

function state(text, kind) {
  at("state").textContent = text;
  at("state").className = "state " + kind;
}

/* ---- what goes on ---- */

function status(told) {
  const running = told.runs.find((run) => run.progress);
  shownStore = told.store;
  at("coordinator").textContent = "coordinator " + told.version + ", results go to " + told.store.replace(/.*[\\/]/, "");
  at("coordinator").title = told.store;
  state("live", "live");
  current(running ?? told.runs.find((run) => run.state !== "queued"));
  workers(running ? running.progress.workers.concat(others(told.workers, running.progress.workers)) : told.workers);
  waiting(told.runs.filter((run) => run.run_id !== shownRun));
  const refused = Object.entries(told.refused).map(([kind, count]) => count + " " + kind);
  show("refused", refused.length > 0 ? "refused: " + refused.join(", ") : "");
  const runs = told.runs.map((run) => run.run_id + run.state).join();
  if (runs !== known) past();
  known = runs;
}

function others(all, members) {
  return all.filter((worker) => !members.some((member) => member.name === worker.name));
}

function current(run) {
  const before = shownRun;
  shownRun = run ? run.run_id : null;
  at("run").hidden = !run;
  at("idle").hidden = Boolean(run);
  at("how").textContent = "./muster run PLAN --coordinator ADDRESS gives this coordinator one.";
  if (before !== shownRun) {
    show("said", "");
    calm();
    if (run && before !== null) forgetSeconds();
  }
  if (run) describe(run);
}

function describe(run) {
  at("run-name").textContent = "Run " + run.run_id + ": " + run.name;
  const progress = run.progress;
  at("where").textContent = progress ? "step " + progress.step + ", trial " + progress.trial + ": " + run.phase : run.state;
  document.title = run.name + " – Muster";
  if (progress) figures(run, progress);
}

/* Answers that are neither ok nor errors: shown by name where there are any. */
const OTHERS = ["absent", "duplicate"];

function others(counts) {
  const named = OTHERS.filter((outcome) => counts[outcome] > 0).map((outcome) => numberText(counts[outcome]) + " " + outcome);
  return named.length > 0 ? named.join(", ") : "0";
}

function figures(run, progress) {
  const left = progress.seconds_left;
  const told = [
    ["phase", run.phase.split(" ").pop()],
    ["time left", left === null || left === undefined ? "–" : Math.ceil(left) + " s"],
    ["throughput", numberText(progress.throughput_per_s) + "/s"],
    ["operations", numberText(progress.operations)],
    ["ok", numberText(progress.ok)],
    ["errors", numberText(progress.errors)],
    ...OTHERS.filter((outcome) => progress[outcome] > 0).map((outcome) => [outcome, numberText(progress[outcome])]),
  ];
  at("figures").replaceChildren(...told.map(([name, value]) => {
    const box = document.createElement("div");
    box.append(element("dt", name), element("dd", value));
    return box;
  }));
  fill("latencies", ["response", "service"].map((timing) => row([
    [timing], ...["p50_ns", "p99_ns", "max_ns"].map((name) => [timeText(progress[timing][name]), "n"]),
  ])), "", 4);
  const failed = Object.entries(progress.failed).sort((a, b) => b[1] - a[1]).map(([kind, count]) => kind + " " + numberText(count));
  show("failed", failed.length > 0 ? "errors by class: " + failed.join(", ") : "");
}

function workers(all) {
  fill("workers", all.map((worker) => row([
    [worker.name], [worker.state], [String(worker.clients), "n"], [worker.cpu_cores.toFixed(2), "n"],
    [timeText(worker.schedule_lag_max_ns), "n"], [worker.last_seen_ms + " ms", "n"],
    [worker.language, "spare"], [worker.host, "spare"], [timeText(worker.offset_error_ns), "n spare"],
  ])), "no worker is here: ./muster worker --coordinator ADDRESS", 9);
}

function waiting(runs) {
  at("queue").hidden = runs.length === 0;
  fill("queued", runs.map((run) => row([[String(run.run_id), "n"], [run.name], [run.state], [abortButton(run.run_id)]])), "", 4);
}

/* ---- ending a run: pressed twice, so that a thumb does not end an hour's work ---- */

function abortButton(run) {
  const button = element("button", "Abort");
  button.type = "button";
  button.addEventListener("click", () => abort(run));
  return button;
}

function calm() {
  at("abort").className = "";
  at("abort").disabled = false;
  at("abort").textContent = "Abort this run";
}

function press() {
  if (at("abort").className !== "sure") {
    at("abort").className = "sure";
    at("abort").textContent = "Sure? Abort run " + shownRun;
    setTimeout(() => { if (!at("abort").disabled) calm(); }, SURE_MS);
    return;
  }
  at("abort").disabled = true;
  abort(shownRun).then(calm);
}

async function abort(run) {
  try {
    const answer = await fetch("abort/" + run, { method: "POST", headers: { "X-Muster-Page": pageToken } });
    show("said", (await answer.text()).trim());
  } catch (lost) {
    show("said", "coordinator unreachable: run " + run + " continues");
  }
}

/* ---- the store ---- */

const VERDICTS = { valid: "good", met: "good", right: "good", invalid: "bad", missed: "bad", wrong: "bad" };

function verdict(text) {
  return [text ?? "–", VERDICTS[text] ?? "open"];
}

async function past() {
  try {
    const answer = await fetch("runs");
    if (!answer.ok) throw new Error((await answer.text()).trim());
    fill("past", (await answer.json()).map(pastRow), "none yet", 15);
    show("report", "./muster report " + shownStore + ":RUN writes a page about one, with plots.");
  } catch (failed) {
    fill("past", [], "cannot be read: " + failed.message, 15);
  }
}

/* A step beyond the limit is what a search looks for, so that it is no failure; its first run has the answer. */
function thresholds(run) {
  const [text, kind] = verdict(run.thresholds);
  return run.searches ? [text, "open"] : [text, kind];
}

/* Right means compared: the verdict has its share. */
function answers(run) {
  const [text, kind] = verdict(run.answers);
  return run.answers_asked > 0 ? [text + ": " + numberText(run.answers_compared) + " of " + numberText(run.answers_asked) + " compared", kind] : [text, kind];
}

function pastRow(run) {
  const answered = run.answer ? run.name + ": " + run.answer : run.name;
  const name = run.warnings ? answered + " (warning: " + run.warnings + ")" : answered;
  return row([
    [String(run.run_id), "n"], [name], run.validity ? verdict(run.validity) : [run.state, "open"], thresholds(run), answers(run),
    [numberText(run.throughput_per_s), "n"], [timeText(run.p50_ns), "n"], [timeText(run.p99_ns), "n"],
    [numberText(run.operations), "n spare"], [numberText(run.ok), "n spare"], [numberText(run.errors), "n spare"], [others(run), "n spare"], [run.target, "spare"], [run.mode, "spare"], [run.started_at, "spare"],
  ]);
}

/* ---- the connection: only while somebody sees the page, so that a tab in the background costs nothing ---- */

function open() {
  source = new EventSource("live");
  source.addEventListener("status", (event) => status(JSON.parse(event.data)));
  source.addEventListener("seconds", (event) => {
    const rows = JSON.parse(event.data);
    if (rows.length === 0) return;
    addSeconds(rows);
    at("charts").hidden = false;
    drawCharts();
  });
  source.addEventListener("trouble", (event) => state(event.data, "lost"));
  source.addEventListener("error", () => {
    state("no connection; trying again", "lost");
    if (source.readyState === EventSource.CLOSED) again();
  });
}

function again() {
  close();
  setTimeout(() => { if (source === null && !document.hidden) open(); }, 3000);
}

function close() {
  if (source !== null) source.close();
  source = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) close();
  else if (source === null) open();
});
at("abort").addEventListener("click", press);
open();
