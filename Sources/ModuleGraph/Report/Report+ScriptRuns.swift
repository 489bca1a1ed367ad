extension Report {
  /// The runs of tasks, and the trace as a tree of what made what happen.
  static let scriptRuns = #"""
    const runs = live.runs || [];
    let chosenRun = 0;
    let mostTasks = 60;
    const span = (from, length, total, className) => {
      const element = make("i", { class: className });
      // Set here, as the page allows no style in the markup.
      element.style.left = (100 * from / total).toFixed(3) + "%";
      element.style.width = (100 * length / total).toFixed(3) + "%";
      return element;
    };
    const steps = (total) => {
      const rough = total / 5;
      const power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
      const ticks = [];
      for (let at = 0; at <= total * 1.0001; at += step) ticks.push(at);
      return ticks;
    };
    const renderRuns = () => {
      place("launch").hidden = !runs.length;
      if (!runs.length) return;
      const run = runs[chosenRun];
      const total = Math.max(run.duration, ...run.tasks.map((task) => task.start + task.duration), 1);
      const critical = new Set(run.criticalPath);
      const shown = run.tasks.slice(0, mostTasks);
      const choice = runs.length > 1 ? make("select", {
        class: "field", "aria-label": "Run",
        onchange: (event) => { chosenRun = Number(event.target.value); renderRuns(); },
      }, runs.map((other, index) => make("option", {
        value: String(index), selected: index === chosenRun,
      }, other.number + ". " + other.occasion + ", " + time(other.duration)))) : null;
      const way = run.criticalPath.map((name) => nodeLink("task:" + name, name));
      const axis = make("div", { class: "ticks" }, steps(total).map((at) => {
        const tick = make("span", {}, time(at));
        tick.style.left = (100 * at / total).toFixed(2) + "%";
        return tick;
      }));
      const rest = run.tasks.length - shown.length;
      replace("run-list",
        make("div", { class: "summary" },
          make("p", {}, choice, choice ? " " : null,
            make("b", {}, time(run.duration)), " for ", counted(run.tasks.length, "task"), " at ",
            make("b", {}, run.occasion), ", on the main actor and ",
            counted(run.workerCount ?? run.workers, "worker"), "."),
          way.length ? make("p", {}, "Critical path: ",
            way.map((link, at) => [at ? " \u2192 " : null, link])) : null,
          run.problems.map((problem) => make("p", { class: "tag error" }, problem))),
        make("div", { class: "run axis" }, make("span", {}), make("span", {}), axis,
          make("span", {})),
        shown.map((task) => make("div", {
          class: "run" + (critical.has(task.name) ? " critical" : "")
            + (task.success ? "" : " failed"),
          title: task.name + ": " + task.outcome + (task.dependencies.length
            ? "; requires " + task.dependencies.join(", ") : ""),
        }, make("span", { class: "task" }, nodeLink("task:" + task.name, task.name)),
          make("span", { class: "lane" }, task.attempts ? task.lane : "did not run"),
          make("div", { class: task.attempts ? "track" : "track idle" }, task.attempts
            ? [span(Math.max(task.start - task.wait, 0), Math.min(task.wait, task.start), total,
              "waited"), span(task.start, task.duration, total, "worked")] : task.outcome),
          make("span", { class: "time" }, task.attempts ? time(task.duration) : "\u2013"))),
        rest > 0 ? make("p", { class: "more" }, make("button", {
          class: "link", type: "button",
          onclick: () => { mostTasks = Infinity; renderRuns(); },
        }, "Show " + counted(rest, "more task"))) : null);
    };

    const spans = live.trace ? live.trace.spans : [];
    const spanByID = new Map(spans.map((one) => [one.id, one]));
    const effects = new Map();
    for (const one of spans) {
      append(effects, spanByID.has(one.cause) && one.cause !== one.id ? one.cause : 0, one);
    }
    const traceEnd = spans.reduce((end, one) => Math.max(end, one.start + one.duration), 1);
    const traceStart = spans.length ? Math.min(...spans.slice(0, 1).map((one) => one.start)) : 0;
    const closed = new Set();
    let mostSpans = 120;
    const nodeOfSpan = (one) => {
      const ids = [one.kind + ":" + one.name, "taskEvent:" + one.name];
      return ids.find((id) => nodeByID.has(id));
    };
    const renderTrace = () => {
      place("trace").hidden = !spans.length;
      if (!spans.length) return;
      const rows = [];
      const stack = (effects.get(0) || []).map((one) => [one, 0]).reverse();
      let left = 0;
      while (stack.length) {
        const [one, depth] = stack.pop();
        if (rows.length >= mostSpans) left++; else rows.push([one, depth]);
        if (!closed.has(one.id)) {
          for (const effect of [...(effects.get(one.id) || [])].reverse()) {
            stack.push([effect, depth + 1]);
          }
        }
      }
      const length = Math.max(traceEnd - traceStart, 1);
      root.dataset.spans = String(rows.length);
      replace("trace-list",
        live.trace.dropped ? make("p", { class: "empty" },
          counted(live.trace.dropped, "earlier span") + " had made room for these.") : null,
        rows.map(([one, depth]) => {
          const count = (effects.get(one.id) || []).length;
          const id = nodeOfSpan(one);
          const isOpen = !closed.has(one.id);
          const what = make("div", { class: "what" },
            count ? make("button", {
              class: "toggle", type: "button", "aria-expanded": String(isOpen),
              "aria-label": (isOpen ? "Close " : "Open ") + one.name,
              onclick: () => {
                if (isOpen) closed.add(one.id); else closed.delete(one.id);
                renderTrace();
              },
            }, isOpen ? "\u25be" : "\u25b8") : make("span", { class: "toggle" }),
            dot(one.kind === "event" ? "event" : one.kind),
            make("span", { class: "kind" }, one.kind), id ? nodeLink(id, one.name) : one.name);
          what.style.paddingLeft = Math.min(depth, 12) * 18 + "px";
          return make("div", { class: "span " + hue(one.kind) }, what,
            make("span", { class: "module" }, one.module),
            make("span", { class: "time" }, one.duration ? time(one.duration) : "at once"),
            make("div", { class: "track" }, span(one.start - traceStart, one.duration, length, "")));
        }),
        left ? make("p", { class: "more" }, make("button", {
          class: "link", type: "button",
          onclick: () => { mostSpans += 1000; renderTrace(); },
        }, "Show " + counted(Math.min(left, 1000), "more span"))) : null);
    };
    """#
}
