"""A browser without a window, which is controlled through pipes."""
import base64
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# The seconds after which a condition is considered as never met.
PATIENCE = 60


class Page:
    """A page in a browser of its own."""

    def __init__(self, writing, reading):
        self.writing, self.reading = writing, reading
        self.received, self.number, self.session = b"", 0, None
        # What the page wrote to its console as an error.
        self.errors = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.received:
                part = os.read(self.reading, 1 << 16)
                if not part:
                    sys.exit("error: the browser has ended")
                self.received += part
            line, _, self.received = self.received.partition(b"\0")
            answer = json.loads(line)
            self.note(answer.get("method"), answer.get("params", {}))
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"error: {method}: {answer['error']}")
                return answer["result"]

    def note(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            text, url = parameters["entry"]["text"], parameters["entry"].get("url", "")
            # A job was deleted since, or a task has just started by its schedule. The page says so.
            is_late = any(status in text for status in ("404", "409"))
            if not (is_late and url.endswith("/api/command")):
                self.errors.append(f"{text} {url}")

    def look(self, width=1280, height=900, dark=False):
        """Sets the size of the window, and the preference for colors."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, address):
        self.send("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, script):
        """Runs a script, and returns its value."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ValueError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, script, reason=None):
        """Waits until a script returns something that is true, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                value = self.run(script)
            except ValueError as error:
                # A page that is being loaded may lack what the script reads.
                value, reason = None, reason or str(error)
            if value:
                return value
            time.sleep(0.05)
        raise ValueError(f"never true: {reason or script}\n{self.run('document.body.innerText')}")

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))


@contextlib.contextmanager
def page():
    """Starts a browser, and ends it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("error: install Chromium: the dashboard is used in it")
    their_input, our_output = os.pipe()
    our_input, their_output = os.pipe()
    # The shell gives the pipes the numbers that the browser expects.
    command = f'exec "$0" "$@" 3<&{their_input} 4>&{their_output}'
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            ["sh", "-c", command, browser, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", f"--user-data-dir={profile}", "--remote-debugging-pipe",
             "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
             "--disable-background-timer-throttling", "about:blank"],
            pass_fds=(their_input, their_output), stderr=subprocess.DEVNULL)
        os.close(their_input)
        os.close(their_output)
        try:
            yield Page(our_output, our_input)
        finally:
            process.kill()
            process.wait()
            os.close(our_output)
            os.close(our_input)
