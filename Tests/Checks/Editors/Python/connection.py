"""A language server over a pipe, whose every message is checked against the types of lsprotocol."""
import json
import os
import queue
import subprocess
import threading

from lsprotocol import converters, types

CONVERTER = converters.get_converter()

# The longest time that an answer may take, in seconds; more than any machine needs.
PATIENCE = float(os.environ.get("PATIENCE", 120))


class Mismatch(Exception):
    """A message that is not as the protocol has it."""


def without_nulls(value):
    """A value of JSON without the keys whose value is null, which may be left out as well."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value]
    return value


def checked(message, kind):
    """The message as a value of a type, which has all that the message has."""
    try:
        value = CONVERTER.structure(message, kind)
    except Exception as error:
        raise Mismatch(f"{json.dumps(message)} is no {kind.__name__}: {error!r}") from error
    again = CONVERTER.unstructure(value, kind)
    # What the type does not know is lost on the way.
    if without_nulls(json.loads(json.dumps(again))) != without_nulls(message):
        raise Mismatch(f"{kind.__name__} has no place for all of {json.dumps(message)}")
    return value


class Connection:
    """A server that was started, and what it has sent."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.notifications = []
        self.latest = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            while message := self._next():
                self.messages.put(message)
        except Exception as error:
            self.messages.put(error)
        self.messages.put(None)

    def _next(self):
        length = None
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                break
            name, _, value = line.partition(b":")
            if not line.endswith(b"\r\n") or not value:
                raise Mismatch(f"{line!r} is no line of a header")
            if name.lower() == b"content-length":
                length = int(value)
        if length is None:
            return None
        return json.loads(self.process.stdout.read(length))

    def send(self, message):
        """Sends a message: a value of lsprotocol, or JSON that it does not allow."""
        if not isinstance(message, dict):
            message = CONVERTER.unstructure(message)
        text = json.dumps(message, ensure_ascii=False).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        """The next message, after its check; a notification is noted too."""
        try:
            message = self.messages.get(timeout=PATIENCE)
        except queue.Empty as error:
            raise Mismatch(f"no message came within {PATIENCE} seconds") from error
        if isinstance(message, Exception):
            raise message
        if message is None:
            raise Mismatch("the server has ended")
        if message.get("jsonrpc") != "2.0":
            raise Mismatch(f"{json.dumps(message)} is not of JSON-RPC 2.0")
        if "method" in message:
            kind = types.METHOD_TO_TYPES.get(message["method"])
            if kind is None:
                raise Mismatch(f"there is no method {message['method']}")
            value = checked(message, kind[0])
            if "id" in message:
                # All that a server asks of this client is to know that it may.
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            else:
                self.notifications.append(value)
        return message

    def send_request(self, method, params):
        """Sends a request, and returns its id."""
        self.latest += 1
        self.send(types.METHOD_TO_TYPES[method][0](id=self.latest, params=params))
        return self.latest

    def answer(self, id):
        """The answer to a request: what it is as JSON."""
        while True:
            message = self.receive()
            if "method" not in message and message.get("id") == id:
                return message

    def request(self, method, params):
        """The result of a request."""
        message = self.answer(self.send_request(method, params))
        if "error" in message:
            raise Mismatch(f"{method} is answered with {json.dumps(message['error'])}")
        return checked(message, types.METHOD_TO_TYPES[method][1]).result

    def notify(self, method, params):
        self.send(types.METHOD_TO_TYPES[method][0](params=params))

    def wait(self, kind, test):
        """The next notification of a type that passes a test, or the latest that was received."""
        while True:
            for value in self.notifications:
                if isinstance(value, kind) and test(value.params):
                    self.notifications.remove(value)
                    return value.params
            self.receive()

    def end(self):
        """Ends the server in order, and returns its exit code."""
        self.request(types.SHUTDOWN, None)
        self.notify(types.EXIT, None)
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)
