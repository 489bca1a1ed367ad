"""Requests that no browser sends, and what the dashboard must answer.

Each attack is a function, which returns the reason why it succeeded, or nothing.
"""
import json
import resource
import socket
import time

ATTACKS = []


def attack(function):
    ATTACKS.append(function)
    return function


class Client:
    """A client that sends bytes, and reads what comes back."""

    def __init__(self, port):
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.cookies, self.tokens = {}, {}

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def send(self, data):
        """Sends bytes, and returns the status, the head and the body of the answer."""
        with self.connect() as connection:
            connection.sendall(data)
            return self.answer(connection)

    @staticmethod
    def answer(connection):
        received = b""
        while True:
            try:
                part = connection.recv(1 << 16)
            except ConnectionResetError:
                part = b""
            if not part:
                break
            received += part
        head, _, body = received.decode("utf-8", "replace").partition("\r\n\r\n")
        status = head.split(" ", 2)[1] if head else "none"
        return int(status) if status.isdigit() else 0, head, body

    def ask(self, path, method="GET", role=None, headers=None, body=b"", host=None):
        fields = {"Host": host or self.host}
        if role:
            fields["Cookie"] = self.cookies[role]
        if body:
            fields["Content-Length"] = str(len(body))
        fields.update(headers or {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
        return self.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)

    def sign_in(self, role, address):
        """Exchanges the token in an address for a cookie, and reads the token of the page."""
        _, head, _ = self.ask("/" + address.split("/", 3)[3])
        cookie = next(line for line in head.splitlines() if line.startswith("Set-Cookie: "))
        self.cookies[role] = cookie.removeprefix("Set-Cookie: ").split(";")[0]
        page = self.ask("/", role=role)[2]
        self.tokens[role] = page.split("&quot;token&quot;:&quot;")[1].split("&quot;")[0]

    def command(self, name, arguments=None, role="admin", headers=None, host=None):
        body = json.dumps({"command": name, "arguments": arguments or {}}).encode()
        fields = {"Origin": f"http://{self.host}", "X-Modkit-Token": self.tokens[role],
                  "Content-Type": "application/json"}
        fields.update(headers or {})
        return self.ask("/api/command", "POST", role, fields, body, host)


def expect(answer, *statuses):
    if answer[0] not in statuses:
        return f"the answer is {answer[0]}: {answer[1]} {answer[2][:200]}"
    return None


@attack
def a_forged_origin(client):
    for origin in ("http://evil.example", "null", f"http://{client.host}.evil.example", None):
        wrong = expect(client.command("stop", headers={"Origin": origin}), 403)
        if wrong:
            return f"{origin}: {wrong}"
    return None


@attack
def a_forged_host(client):
    for host in ("evil.example", f"127.0.0.1.evil.example:{client.port}", "[::1]", "localhost@evil"):
        for path in ("/", "/api/snapshot", "/metrics"):
            wrong = expect(client.ask(path, role="admin", host=host), 400, 421)
            if wrong:
                return f"{host}: {wrong}"
    return expect(
        client.command("stop", host="evil.example", headers={"Origin": "http://evil.example"}), 421)


@attack
def a_missing_or_foreign_token(client):
    for token in (None, "", "0" * 64, client.tokens["viewer"], client.cookies["admin"]):
        wrong = expect(client.command("stop", headers={"X-Modkit-Token": token}), 403)
        if wrong:
            return f"{token}: {wrong}"
    return None


@attack
def a_missing_or_guessed_cookie(client):
    name = client.cookies["admin"].split("=")[0]
    for cookie in (None, "", f"{name}=", f"{name}={'0' * 64}", f"{name}={client.tokens['admin']}",
                   f"other={client.cookies['admin'].split('=')[1]}"):
        for path in ("/", "/page.js", "/api/snapshot", "/api/trace", "/api/live"):
            wrong = expect(client.ask(path, headers={"Cookie": cookie}), 401)
            if wrong:
                return f"{path}, {cookie}: {wrong}"
        wrong = expect(client.command("stop", headers={"Cookie": cookie}), 401)
        if wrong:
            return f"{cookie}: {wrong}"
    return None


@attack
def a_viewer_who_acts(client):
    for name, arguments in (
            ("stop", {}), ("call", {"url": "kl://x/y"}), ("trigger", {"event": "shipArrived"}),
            ("task", {"action": "run", "name": "TideTable"}), ("run-now", {"name": "TideTable"}),
            ("pause", {"name": "TideTable"}), ("jobs", {"action": "cancel", "all": True}),
            ("jobs", {"action": "pause", "queue": "invoices"}),
            ("jobs", {"action": "nonsense"}), ("trace", {"action": "start"}), ("metrics", {})):
        wrong = expect(client.command(name, arguments, role="viewer"), 403)
        if wrong:
            return f"{name} {arguments}: {wrong}"
    return expect(client.command("list", {"kind": "tasks"}, role="viewer"), 200)


@attack
def a_form_of_another_site(client):
    """What a page can send without asking first: a form, or text."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        wrong = expect(client.command(
            "stop", headers={"Content-Type": kind, "Origin": "http://evil.example"}), 403)
        if wrong:
            return wrong
    return expect(client.ask("/api/command?command=stop", role="admin"), 405)


@attack
def an_oversized_request(client):
    wrong = expect(client.ask("/", headers={"X": "x" * 100_000}), 431)
    huge = {"Content-Length": str(1 << 40)}
    return wrong or expect(client.ask("/api/command", "POST", "admin", huge), 413) \
        or expect(client.command("call", {"url": "kl://x/" + "y" * (1 << 21)}), 413) \
        or expect(client.ask("/api/command", "POST", "admin", {"Content-Length": "-1"}), 400) \
        or expect(client.ask("/api/command", "POST", "admin", {"Transfer-Encoding": "chunked"}), 413)


@attack
def a_damaged_request(client):
    for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\xff\xfe\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                 b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
        wrong = expect(client.send(data), 400, 421, 505)
        if wrong:
            return f"{data}: {wrong}"
    deep = b'{"command":"list","arguments":{"kind":' + b"[" * 100_000
    return expect(client.ask(
        "/api/command", "POST", "admin",
        {"Origin": f"http://{client.host}", "X-Modkit-Token": client.tokens["admin"],
         "Content-Type": "application/json"}, deep), 400)


@attack
def a_frame_around_the_page(client):
    _, head, _ = client.ask("/", role="admin")
    for rule in ("frame-ancestors 'none'", "X-Frame-Options: DENY", "default-src 'none'",
                 "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer"):
        if rule not in head:
            return f"the head lacks {rule}"
    return "scripts may be inline" if "unsafe" in head else None


@attack
def a_thousand_silent_connections(client):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4_096)), hard))
    silent = [client.connect() for _ in range(1_000)]
    try:
        for connection in silent[::7]:
            try:
                connection.sendall(b"GET / HTTP/1.1\r\nX: ")
            except OSError:
                pass  # It had to make room.
        return expect(client.ask("/api/snapshot", role="admin"), 200)
    finally:
        for connection in silent:
            connection.close()


@attack
def a_slow_request(client):
    """The connection of a client that never completes its request ends by itself."""
    with client.connect() as connection:
        connection.sendall(f"GET /livez HTTP/1.1\r\nHost: {client.host}\r\n".encode())
        start = time.monotonic()
        answer = client.answer(connection)
        if answer[0] != 0:
            return f"the answer is {answer}"
        return None if time.monotonic() - start < 50 else "the connection stays open"


@attack
def a_page_that_never_reads(client):
    """A page that does not read costs no memory, and delays no other page."""
    stuck = client.connect()
    try:
        stuck.sendall(f"GET /api/live HTTP/1.1\r\nHost: {client.host}\r\n"
                      f"Cookie: {client.cookies['viewer']}\r\n\r\n".encode())
        with client.connect() as reader:
            reader.sendall(f"GET /api/live HTTP/1.1\r\nHost: {client.host}\r\n"
                           f"Cookie: {client.cookies['viewer']}\r\n\r\n".encode())
            received = b""
            while received.count(b"event: pulse") < 3:
                part = reader.recv(1 << 16)
                if not part:
                    return "the other page has lost its connection"
                received += part
        return expect(client.ask("/livez"), 200, 503)
    finally:
        stuck.close()


@attack
def the_app_is_still_there(client):
    return expect(client.command("status"), 200)
