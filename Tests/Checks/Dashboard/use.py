"""Uses the dashboard in a browser as people do, and compares it with the console of the app.

Each step is a function, which raises an error if the page and the app differ.
"""
import json
import subprocess
import time

VIEWS = ["overview", "wiring", "timeline", "jobs", "schedules", "declarations", "problems", "logs"]
WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
PATIENCE = 60
# Finds what people see by its name.
HELPERS = """
  window.named = (selector, name) => [...document.querySelectorAll(selector)].find((element) =>
    element.checkVisibility() &&
    [element.getAttribute("aria-label"), element.innerText].some((text) =>
      text && text.trim().replace(/\s+/g, " ").replace(/…$/, "") === name));
  window.press = (name) => {
    const scope = document.querySelector("dialog[open]") ? "dialog[open] button" : "main button";
    const button = named(scope, name);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  };
"""


class Console:
    """The console of the app."""

    def __init__(self, harbor, path):
        self.harbor, self.path = harbor, path

    def ask(self, *words):
        """Returns the answer, or nothing if the console answers with an error."""
        answer = subprocess.run(
            [self.harbor, *words, "--json", "--socket", self.path], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, check=False, text=True)
        return json.loads(answer.stdout) if answer.stdout else None

    def wait(self, fact, *words, patience=PATIENCE):
        """Waits until an answer has a property, and returns it."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            answer = self.ask(*words)
            if fact(answer):
                return answer
            time.sleep(0.05)
        raise ValueError(f"the console answers {' '.join(words)} with {answer}")

    def job(self, number, state, patience=PATIENCE):
        return self.wait(
            lambda job: job["state"] == state, "jobs", "show", str(number), patience=patience)


class Dashboard:
    """The page of an app, with the people who use it."""

    def __init__(self, page, address):
        self.page, self.address = page, address.split("?")[0]
        page.look()
        page.open(address)
        page.run(HELPERS)

    def show(self, view, **parameters):
        fields = "".join(f"&{name}={value}" for name, value in parameters.items())
        self.page.run(f"location.hash = 'view={view}{fields}'")
        self.page.wait(f"document.documentElement.dataset.view === '{view}'")

    def press(self, name):
        self.page.wait(f"press({json.dumps(name)})", f"no button '{name}'")

    def says(self, text):
        """Waits until the page says something."""
        self.page.wait(f"document.body.innerText.includes({json.dumps(text)})", f"no '{text}'")

    def failure(self):
        """Returns the error that the page announces, if it does."""
        return self.page.run("document.querySelector('#toast.failing')?.innerText")

    def confirm(self, name):
        """Presses a button of the dialog, and closes its answer if it stays."""
        self.page.wait("document.querySelector('dialog[open]') !== null", "no dialog")
        question = self.page.run("document.querySelector('dialog[open]').innerText")
        self.press(name)
        self.page.wait(
            "!document.querySelector('dialog[open]') || press('Close') || press('Done')",
            "the dialog stays open")
        return question


def look_at_all_views(dashboard, axe):
    """No view has errors, is wider than its window, or is closed to a screen reader."""
    page = dashboard.page
    page.run(axe)
    for width, (w, h) in WIDTHS.items():
        for dark in (False, True):
            page.look(w, h, dark)
            for view in VIEWS:
                dashboard.show(view)
                place = f"{view}, {width}, {'dark' if dark else 'light'}"
                wide = page.run("document.documentElement.scrollWidth - innerWidth")
                if wide > 0:
                    raise ValueError(f"{place}: {wide} pixels are outside of the window")
                found = page.run("""axe.run(document, {
                  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
                }).then(({ violations }) => violations.map(({ id, nodes }) =>
                  id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) =>
                    html.slice(0, 200) + " " + failureSummary).join(" ")))""")
                if found:
                    raise ValueError(f"{place}: {'; '.join(found)}")
    page.look()


def queues(overview):
    return overview["statistics"]["queues"]


def compare_the_facts(dashboard, console):
    """The first views show the numbers of the console."""
    graph = console.ask("ctl", "graph")
    dashboard.show("overview")
    dashboard.says(f"Modules\n{len(graph['modules'])}")
    dashboard.show("declarations")
    for kind, title in (("route", "routes"), ("task", "tasks"), ("job", "jobs")):
        count = sum(node["kind"] == kind for node in graph["nodes"])
        dashboard.page.wait(f"named('#tabs button', '{title} {count}') !== undefined",
                            f"the page has another number of {title} than {count}")
    for queue in queues(console.ask("jobs")):
        dashboard.show("jobs")
        dashboard.says(queue["name"])


def pause_and_resume_a_queue(dashboard, console):
    dashboard.show("jobs")
    for word, paused in (("Pause", True), ("Resume", False)):
        dashboard.press(f"{word} the queue invoices")
        if paused:
            dashboard.confirm(word)
        console.wait(
            lambda answer, paused=paused: next(
                queue["isPaused"] for queue in queues(answer) if queue["name"] == "invoices")
            == paused, "jobs")


def enqueue_cancel_retry_and_run_a_job(dashboard, console):
    """A job of a form waits in a paused queue, is cancelled, retried, and runs."""
    console.ask("jobs", "pause", "invoices")
    dashboard.show("jobs")
    dashboard.press("Enqueue a job")
    page = dashboard.page
    page.wait("document.querySelector('dialog[open] select') !== null")
    page.run("""(() => {
      const select = document.querySelector("dialog[open] select");
      select.value = [...select.options].find(({ text }) => text === "SendInvoice").value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()""")
    dashboard.press("Continue")
    fill(page, "name", "Aurora")
    question = dashboard.confirm("Enqueue")
    if "SendInvoice" not in question:
        raise ValueError(f"the dialog does not name the job: {question}")

    def of_the_form(answer):
        """The job with the name of the form. Ships that arrive meanwhile have invoices, too."""
        waiting = [str(job["id"]) for job in answer["jobs"] if job["state"] == "waiting"]
        return next((int(job) for job in waiting
                     if console.ask("jobs", "show", job)["payload"].get("name") == "Aurora"), None)

    number = of_the_form(console.wait(of_the_form, "jobs", "list", "--queue", "invoices"))
    dashboard.show("jobs", job=number)
    dashboard.press(f"Cancel job {number}")
    dashboard.confirm("Cancel")
    console.job(number, "cancelled")
    dashboard.press(f"Retry job {number}")
    try:
        console.job(number, "waiting", patience=10)
    except ValueError:
        # A press may be lost with its connection, but not in silence.
        failure = dashboard.failure()
        if not failure:
            raise
        print("pressed again after:", failure, flush=True)
        dashboard.press(f"Retry job {number}")
        console.job(number, "waiting")
    console.ask("jobs", "resume", "invoices")
    console.job(number, "succeeded")
    dashboard.says("succeeded")
    dashboard.press(f"Delete job {number}")
    dashboard.confirm("Delete")
    console.wait(lambda answer: answer is None, "jobs", "show", str(number))


def signal_a_waiting_job(dashboard, console):
    """A departure waits for customs, and gets its signal from a form."""
    console.ask("jobs", "pause", "customs")

    def waiting(answer):
        return next((job["id"] for job in answer["jobs"] if job["signal"] == "clearance"), None)

    number = waiting(console.wait(
        lambda answer: waiting(answer) is not None,
        "jobs", "list", "--name", "CastOff", "--state", "delayed"))
    dashboard.show("jobs", job=number)
    dashboard.press(f"Send clearance to job {number}")
    fill(dashboard.page, "officer", "Bo")
    dashboard.confirm("Send")
    job = console.job(number, "succeeded")
    if {"officer": "Bo"} not in [step["result"] for step in job["storedSteps"]]:
        raise ValueError(f"the job has not received what the form sent: {job['storedSteps']}")
    console.ask("jobs", "resume", "customs")


def fill(page, label, value):
    """Writes into the field with a label, after it has appeared."""
    page.wait(f"""(() => {{
      const labels = [...document.querySelectorAll("dialog[open] label")];
      const label = labels.find((one) => one.innerText.trim().split(/\\s/)[0] === {json.dumps(label)});
      const field = label && (label.control || document.getElementById(label.htmlFor));
      if (!field) return false;
      field.value = {json.dumps(value)};
      field.dispatchEvent(new Event("input", {{ bubbles: true }}));
      return true;
    }})()""", f"no field '{label}'")


def cancel_all_that_match(dashboard, console):
    """The dialog shows how many jobs it would change, before it does."""
    console.ask("jobs", "pause", "invoices")
    for _ in range(3):
        enqueue(dashboard)
    waiting = ("jobs", "count", "--queue", "invoices", "--state", "waiting")
    dashboard.show("jobs", jobState="waiting", queue="invoices")
    dashboard.press("Cancel all that match")
    # The app enqueues further jobs meanwhile.
    count = int(dashboard.page.wait(
        "document.querySelector('dialog[open]')?.innerText.match(/Cancel (\\d+) jobs/)?.[1]",
        "the dialog shows no number"))
    if not 3 <= count <= console.ask(*waiting)["count"]:
        raise ValueError(f"the dialog shows {count} jobs")
    dashboard.confirm(f"Cancel {count} jobs")
    console.wait(
        lambda answer: answer["count"] >= count,
        "jobs", "count", "--queue", "invoices", "--state", "cancelled")
    console.ask("jobs", "resume", "invoices")


def enqueue(dashboard):
    number = time.monotonic_ns()
    answer = dashboard.page.run(f"""(async () => {{
      const about = JSON.parse(document.querySelector('meta[name="modkit-live"]').content);
      const response = await fetch("/api/command", {{
        method: "POST",
        headers: {{ "Content-Type": "application/json", "X-Modkit-Token": about.token }},
        body: JSON.stringify({{ command: "jobs", arguments: {{ action: "enqueue",
          name: "SendInvoice", payload: {{ name: "Ship {number}", cargo: [] }} }} }}),
      }});
      return response.status;
    }})()""")
    if answer != 200:
        raise ValueError(f"the job was not enqueued: {answer}")


def run_pause_and_resume_a_schedule(dashboard, console):
    dashboard.show("schedules")
    dashboard.press("Run TideTable now")
    dashboard.confirm("Run")
    for word, paused in (("Pause", True), ("Resume", False)):
        dashboard.press(f"{word} TideTable")
        console.wait(
            lambda answer, paused=paused: next(
                task["isPaused"] for task in answer["tasks"] if task["name"] == "TideTable")
            == paused, "ctl", "list", "tasks")


def use_a_declaration(dashboard, console):
    """The details of an event, a route and a task have a form, and its answer is shown."""
    dashboard.show("wiring", select="event:deskDidOpen")
    dashboard.press("Trigger")
    dashboard.confirm("Trigger")
    dashboard.says("Triggered: ")
    dashboard.show("wiring", select="event:windDidRise")
    dashboard.press("Trigger")
    fill(dashboard.page, "speed", "12")
    dashboard.confirm("Trigger")
    dashboard.says("Triggered: ")
    listed = console.ask("ctl", "list", "tasks")["tasks"]
    if not any(task["name"] == "ReadBoard" for task in listed):
        raise ValueError("the app has no task 'ReadBoard'")
    dashboard.show("wiring", select="task:ReadBoard")
    dashboard.press("Run")
    dashboard.confirm("Run")
    dashboard.says("ReadBoard")
    route = next(
        node["id"] for node in console.ask("ctl", "graph")["nodes"]
        if node["kind"] == "route" and "{" not in node["name"])
    dashboard.show("wiring", select=route.replace("&", "%26"))
    dashboard.press("Call")
    dashboard.confirm("Call")


def share_a_store(dashboard, console, other):
    """A second process uses the store: the page shows its jobs, with the process that ran them."""
    other.wait(lambda answer: answer is not None, "jobs")
    other.ask("jobs", "pause", "invoices")
    dashboard.show("jobs", queue="invoices")
    dashboard.page.wait("named('main button', 'Resume the queue invoices') !== undefined",
                        "the page does not show that another process has paused the queue")
    dashboard.press("Resume the queue invoices")
    other.wait(
        lambda answer: not next(
            queue["isPaused"] for queue in queues(answer) if queue["name"] == "invoices"), "jobs")
    owners = {}
    end = time.monotonic() + PATIENCE
    while len(owners) < 2:
        if time.monotonic() > end:
            raise ValueError(f"of two processes, only {list(owners)} have run jobs")
        enqueue(dashboard)
        listed = console.ask("jobs", "list", "--queue", "invoices", "--limit", "20")["jobs"]
        for job in listed:
            owner = console.ask("jobs", "show", str(job["id"])).get("owner")
            if owner:
                owners[owner] = job["id"]
    for owner, number in owners.items():
        dashboard.show("jobs", job=number)
        dashboard.says(owner)


def be_a_viewer(dashboard):
    """A viewer sees every view, and no button that acts."""
    for view in VIEWS:
        dashboard.show(view)
        found = dashboard.page.run(
            "[...document.querySelectorAll('main button')].map((button) => "
            "button.getAttribute('aria-label') || button.innerText)"
            ".filter((name) => /^(Pause|Resume|Retry|Cancel|Delete|Enqueue|Run) /.test(name))")
        if found and view != "timeline":
            raise ValueError(f"{view} offers a viewer {found}")


ACTIONS = [
    pause_and_resume_a_queue, enqueue_cancel_retry_and_run_a_job, cancel_all_that_match,
    signal_a_waiting_job, run_pause_and_resume_a_schedule, use_a_declaration,
]
