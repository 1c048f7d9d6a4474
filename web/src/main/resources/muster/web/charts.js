"use strict";
/* The charts over time. Points are kept by second, so that one that is told again takes its own place. */

const KEPT_S = 600;
const NS_IN_S = 1e9;

/* Kinds of phases, with what they are called and their colour. */
const BANDS = { load: ["load", "--c1"], warmup: ["warm-up", "--open"], measure: ["measure", "--c2"], verify: ["verify", "--c0"] };

const kept = new Map();
let drawn = [];
let phases = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function addSeconds(rows) {
  for (const row of rows) kept.set(row.second, row);
  const last = Math.max(...kept.keys());
  for (const second of kept.keys()) if (second <= last - KEPT_S) kept.delete(second);
}

function forgetSeconds() {
  kept.clear();
}

function setPhases(rows) {
  phases = rows;
}

/* Behind the lines, so that the course of a run and its phases are read together. */
function drawPhases(u) {
  const { left, top, width, height } = u.bbox;
  for (const phase of phases) {
    const kind = BANDS[phase.kind];
    if (!kind) continue;
    const from = Math.max(left, u.valToPos(phase.start_s, "x", true));
    const to = Math.min(left + width, u.valToPos(phase.running || phase.end_s === null ? u.scales.x.max : phase.end_s, "x", true));
    if (to <= from) continue;
    u.ctx.save();
    u.ctx.globalAlpha = 0.13;
    u.ctx.fillStyle = colour(kind[1]);
    u.ctx.fillRect(from, top, to - from, height);
    u.ctx.restore();
  }
}

/* ISO 8601, in the time zone of the viewer; uPlot would write months first. */
function dateText(seconds) {
  if (seconds === null || seconds === undefined) return "-";
  const date = new Date(seconds * 1000);
  const two = (value) => String(value).padStart(2, "0");
  return date.getFullYear() + "-" + two(date.getMonth() + 1) + "-" + two(date.getDate()) + " "
    + two(date.getHours()) + ":" + two(date.getMinutes()) + ":" + two(date.getSeconds());
}

function clockText(seconds) {
  return dateText(seconds).slice(11);
}

/* In a closed loop an operation is intended when its client is free: response and service are one time. */
function isOneTime(rows) {
  return rows.every((row) => ["p50_ns", "p99_ns", "max_ns"].every((name) => {
    const service = row["service_" + name], response = row["response_" + name];
    return service === response || Math.abs(response - service) <= 0.02 * service;
  }));
}

/* A second without a row is a gap: a line through it would tell what nobody measured. */
function columns(names) {
  const seconds = [...kept.keys()].sort((a, b) => a - b);
  const first = seconds[0], last = seconds[seconds.length - 1];
  const xs = [];
  for (let second = first; second <= last; second++) xs.push(second);
  return [xs, ...names.map((name) => xs.map((second) => kept.get(second)?.[name] ?? null))];
}

/* As muster.store.table.Quantity: rounded to three digits first, then its unit. */
function timeText(ns) {
  if (ns === null || ns === undefined) return "-";
  const rounded = Number(ns.toPrecision(3));
  const [size, unit] = rounded < 1e3 ? [1, " ns"] : rounded < 1e6 ? [1e3, " us"] : rounded < 1e9 ? [1e6, " ms"] : [NS_IN_S, " s"];
  const whole = rounded === 0 || rounded / size >= 1e3;
  return (whole ? Math.round(ns / size).toLocaleString("en") : (rounded / size).toPrecision(3)) + unit;
}

/* On a logarithmic axis only powers of ten are named; uPlot hands the other lines over as null. */
function shortTime(ns) {
  if (ns === null) return "";
  return timeText(ns).replace(/\.0+ /, " ");
}

function numberText(value) {
  if (value === null || value === undefined) return "-";
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

/* As muster.text.Quantity.figure: three digits of what was measured. */
function figureText(value) {
  if (value === null || value === undefined) return "-";
  const rounded = Number(value.toPrecision(3));
  const [size, unit] = rounded < 1e3 ? [1, ""] : rounded < 1e6 ? [1e3, " k"] : rounded < 1e9 ? [1e6, " M"] : [1e9, " G"];
  return (rounded === 0 ? "0" : rounded / size < 1 ? (rounded / size).toFixed(3) : (rounded / size).toPrecision(3)) + unit;
}

function line(label, stroke, value, more) {
  return { label, stroke: colour(stroke), width: 1.8, points: { size: 4 }, spanGaps: false, value: (u, v) => value(v), ...more };
}

function axes(values, size) {
  const look = { stroke: colour("--soft"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { stroke: colour("--grid"), width: 1 } };
  return [{ ...look, space: 70, values: (u, ticks) => ticks.map(clockText) }, { ...look, size, values: (u, ticks) => ticks.map(values) }];
}

const TIMES = [["p50_ns", "p50", "--c0"], ["p99_ns", "p99", "--c1"], ["max_ns", "max", "--c2"]];

function latencyChart(timing) {
  return {
    id: timing,
    names: TIMES.map(([name]) => timing + "_" + name),
    options: () => ({
      scales: { y: { distr: 3 } },
      axes: axes(shortTime, 64),
      series: [{ label: "time", value: (u, v) => dateText(v) }, ...TIMES.map(([, label, stroke]) => line(label, stroke, timeText))],
    }),
  };
}

const CHARTS = [
  {
    id: "throughput",
    names: ["throughput_per_s", "errors", "others"],
    options: () => ({
      scales: { y: { range: (u, least, most) => [0, Math.max(1, most * 1.08)] } },
      axes: axes(figureText, 64),
      series: [{ label: "time", value: (u, v) => dateText(v) }, line("ok in a second", "--c0", figureText), line("errors", "--bad", figureText), line("absent or duplicate", "--c2", figureText)],
    }),
  },
  latencyChart("response"),
  latencyChart("service"),
];

function heightOf(box) {
  return box.clientWidth < 500 ? 190 : 230;
}

function make(chart) {
  const box = document.getElementById(chart.id);
  box.replaceChildren();
  const options = { width: box.clientWidth, height: heightOf(box), legend: { live: true }, cursor: { drag: { x: false, y: false } }, hooks: { drawClear: [drawPhases] }, ...chart.options() };
  const plot = new uPlot(options, columns(chart.names), box);
  return { chart, box, plot };
}

function drawCharts() {
  if (kept.size === 0) return;
  const one = isOneTime([...kept.values()]);
  const shown = document.getElementById("service-figure");
  if (shown.hidden !== one) {
    shown.hidden = one;
    document.getElementById("response-title").textContent = one ? "Latency" : "Response time";
    document.getElementById("response-note").textContent =
      (one ? "Response and service time are the same" : "From the intended start") + ", by second; logarithmic";
    if (!one) forgetCharts();
  }
  if (drawn.length === 0) drawn = CHARTS.map(make);
  else for (const { chart, plot } of drawn) plot.setData(columns(chart.names));
}

function forgetCharts() {
  drawn.forEach(({ plot }) => plot.destroy());
  drawn = [];
}

function drawAnew() {
  forgetCharts();
  drawCharts();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAnew);
addEventListener("resize", () => {
  for (const { box, plot } of drawn) plot.setSize({ width: box.clientWidth, height: heightOf(box) });
});
