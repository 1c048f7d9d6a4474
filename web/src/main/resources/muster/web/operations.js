"use strict";
/* Operations in flight: asked for when somebody presses List, as each list costs every worker a little. */

async function list() {
  at("list").disabled = true;
  try {
    const answer = await fetch("operations");
    if (!answer.ok) throw new Error((await answer.text()).trim());
    operations(await answer.json());
  } catch (failed) {
    show("listed", "cannot be listed: " + failed.message);
  }
  at("list").disabled = false;
}

function operations(told) {
  at("in-flight").hidden = false;
  at("list").textContent = "List again";
  fill("operations", told.operations.map((one) => row([
    [timeText(one.age_ns), "n"], [one.worker], [String(one.client), "n"],
    [one.actions > 1 ? one.operation + " of " + one.actions : one.operation], [one.statement, "text"], [endButton(one.id)],
  ])), "none", 6);
  const silent = told.silent_workers.map((worker) => "no answer from worker " + worker);
  const more = told.omitted > 0 ? [numberText(told.omitted) + " younger ones are not listed"] : [];
  show("listed", silent.concat(more).join("; "));
}

function endButton(id) {
  const button = element("button", "Abort", "ends");
  button.type = "button";
  button.title = id;
  button.addEventListener("click", () => {
    button.disabled = true;
    end(id);
  });
  return button;
}

async function end(id) {
  try {
    const answer = await fetch("abort/" + id, { method: "POST", headers: { "X-Muster-Page": pageToken } });
    if (!answer.ok) throw new Error((await answer.text()).trim());
    const told = await answer.json();
    const became = told.operations.map((one) => one.id + ": " + one.state + (one.message ? ", " + one.message : ""));
    await list();
    show("listed", became.concat(told.silent_workers.map((worker) => "no answer from worker " + worker)).join("; "));
  } catch (lost) {
    show("listed", id + " was not aborted: " + lost.message);
  }
}

at("list").addEventListener("click", list);
