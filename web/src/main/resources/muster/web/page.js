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

function link(text, href) {
  const made = element("a", text);
  made.href = href;
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
  ended(told.ended);
  workers(running ? running.progress.workers.concat(idle(told.workers, running.progress.workers)) : told.workers);
  waiting(told.runs.filter((run) => run.run_id !== shownRun));
  const refused = Object.entries(told.refused).map(([kind, count]) => count + " " + kind);
  show("refused", refused.length > 0 ? "refused: " + refused.join(", ") : "");
  const runs = told.runs.map((run) => run.run_id + run.state).join();
  if (runs !== known) past();
  known = runs;
}

function idle(all, members) {
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

/* The run that ended last, where no other is running: its verdict, and where its report is. */
function ended(last) {
  const known = Boolean(last);
  at("idle-title").textContent = known ? "Run " + last.run_id + " has ended" : "No run in progress";
  show("ended", known ? last.summary.split("\n")[0] : "");
  at("ended-report").hidden = !known;
  if (known) at("ended-link").href = "report/" + last.run_id;
}

/* A step by its values; what there is one of is not counted. */
function place(progress) {
  const values = Object.entries(progress.parameters ?? {}).map(([key, value]) => key.split(".").pop() + " " + (value?.kind ?? value));
  const step = progress.steps > 1 ? [...values, "step " + progress.step + " of " + progress.steps] : [];
  const trial = progress.trials > 1 ? ["trial " + progress.trial + " of " + progress.trials] : [];
  const all = [...step, ...trial].join(", ");
  return all === "" ? "" : all + ": ";
}

function describe(run) {
  at("run-name").textContent = "Run " + run.run_id + ": " + run.name;
  const progress = run.progress;
  at("where").textContent = progress ? place(progress) + run.phase.split(" ").pop() : run.state;
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
    ["throughput", figureText(progress.throughput_per_s) + "/s"],
    ["operations", numberText(progress.operations)],
    ["ok", numberText(progress.ok)],
    ["errors", numberText(progress.errors)],
    ...OTHERS.filter((outcome) => progress[outcome] > 0).map((outcome) => [outcome, numberText(progress[outcome])]),
    ...servers.map((server) => [server.name + " processor", figureText(server.cores) + " cores"]),
  ];
  at("figures").replaceChildren(...told.map(([name, value]) => {
    const box = document.createElement("div");
    box.append(element("dt", name), element("dd", value));
    return box;
  }));
  const one = ["p50_ns", "p99_ns", "max_ns"].every((name) => progress.response[name] === progress.service[name]);
  fill("latencies", (one ? ["response"] : ["response", "service"]).map((timing) => row([
    [one ? "all, phase so far" : "all, phase so far: " + timing], ["", "n"], ["", "n"], ["", "n"],
    ...["p50_ns", "p99_ns", "max_ns"].map((name) => [timeText(progress[timing][name]), "n"]),
  ])), "", 7);
  const failed = Object.entries(progress.failed).sort((a, b) => b[1] - a[1]).map(([kind, count]) => kind + " " + numberText(count));
  show("failed", failed.length > 0 ? "errors by class: " + failed.join(", ") : "");
}

/* What the store holds of the run that is running. */
let servers = [];

function soFar(told) {
  servers = told.servers.filter((server) => server.cores !== null);
  setPhases(told.phases);
  fill("recent", told.operations.map((one) => row([
    [one.operation], [figureText(one.ok_per_s), "n"], [figureText(one.errors_per_s), one.errors_per_s > 0 ? "n bad" : "n"],
    [figureText(one.others_per_s), "n"], [timeText(one.p50_ns), "n"], [timeText(one.p99_ns), "n"], [timeText(one.max_ns), "n"],
  ])), "nothing has ended yet", 7);
  at("now").replaceChildren(...told.thresholds.map((one) => element("span", one.text + ": " + one.observed, one.met ? "good" : "bad")));
  at("now-of").hidden = told.thresholds.length === 0;
  at("checks").replaceChildren(...["threshold", "validity", "oracle", "warning"].map((kind) => checked(kind, told.checks.find((one) => one.kind === kind))));
  at("bands").replaceChildren(...Object.keys(BANDS).filter((kind) => told.phases.some((phase) => phase.kind === kind))
    .map((kind) => element("span", BANDS[kind][0], "band " + kind)));
}

const CHECKS = { threshold: ["thresholds", "missed", "met"], validity: ["validity", "failed", "passed"], oracle: ["answers", "wrong", "right"] };

/* Of the phases that have ended: a phase is judged at its end. */
function checked(kind, found) {
  if (kind === "warning") return element("span", found ? "warnings so far: " + found.failures : "", "open");
  const [name, failed, passed] = CHECKS[kind];
  if (!found) return element("span", name + " so far: not judged yet", "open");
  return found.failed > 0
    ? element("span", name + " so far: " + found.failed + " of " + found.checked + " " + failed + ": " + found.failures, "bad")
    : element("span", name + " so far: " + found.checked + " " + passed, "good");
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
  const button = element("button", "Abort", "ends");
  button.type = "button";
  button.addEventListener("click", () => abort(run));
  return button;
}

function calm() {
  at("abort").className = "ends";
  at("abort").disabled = false;
  at("abort").textContent = "Abort this run";
}

function press() {
  if (!at("abort").classList.contains("sure")) {
    at("abort").classList.add("sure");
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
    fill("past", (await answer.json()).map(pastRow), "none yet", 16);
    show("report", "The number of a run leads to its report, which ./muster report " + shownStore + ":RUN writes to a file.");
  } catch (failed) {
    fill("past", [], "cannot be read: " + failed.message, 16);
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
  return row([
    [link(String(run.run_id), "report/" + run.run_id)], [answered], run.validity ? verdict(run.validity) : [run.state, "open"], thresholds(run), answers(run),
    [figureText(run.throughput_per_s), "n"], [timeText(run.p50_ns), "n"], [timeText(run.p99_ns), "n"],
    [numberText(run.operations), "n spare"], [numberText(run.ok), "n spare"], [numberText(run.errors), "n spare"], [others(run), "n spare"], [run.target, "spare"], [run.mode, "spare"], [run.started_at, "spare"], [run.warnings ?? ""],
  ]);
}

/* ---- the connection: only while somebody sees the page, so that a tab in the background costs nothing ---- */

function open() {
  source = new EventSource("live");
  source.addEventListener("status", (event) => status(JSON.parse(event.data)));
  source.addEventListener("so-far", (event) => soFar(JSON.parse(event.data)));
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
