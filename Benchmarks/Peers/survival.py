#!/usr/bin/env python3
"""What becomes of jobs while something fails: TaskStore beside procrastinate and pgqueuer.

Usage: Benchmarks/Peers/survival.py SURVIVOR PROGRAMS [--seconds N] [--systems A,B] [--only A,B]

SURVIVOR is the program of TaskStore, `Benchmarks/.build/release/survivor`, which
`swift build -c release --package-path Benchmarks --product survivor` makes; PROGRAMS is the folder
of PostgreSQL's, such as /usr/lib/postgresql/15/bin. It needs procrastinate, pgqueuer, psycopg and
asyncpg, and starts a server of its own in a temporary folder.

Each system works by itself, in a database of its own: four workers with ten jobs at once, and a
process that enqueues 100 jobs a second. The effect of a job is a line in a file, which a failure of
the server does not touch. A worker that ends is started again within half a second, and the jobs of
one that is killed are taken over after ten seconds.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from postgres import Server

RATE, WORKERS, MILLISECONDS, LEASE = 100, 4, 100, 10
BEFORE, AFTER, PATIENCE = 6, 16, 30

NAMES = "kills,immediate,fast,terminated,transactions,reader,idle"
parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("survivor", help="the program of TaskStore")
parser.add_argument("programs", help="the folder of PostgreSQL's programs")
parser.add_argument("--seconds", type=float, default=20, help="how long each failure lasts")
parser.add_argument("--systems", default="TaskStore,procrastinate,pgqueuer")
parser.add_argument("--only", default=NAMES, help=f"some of {NAMES}")
options = parser.parse_args()


class System:
    """The processes of one system, in a new database, and what they note."""

    def __init__(self, name, server, number):
        self.name = name
        self.database = f"{name.lower()}_{number}"
        with server.connect() as administration:
            administration.execute(f'CREATE DATABASE "{self.database}"')
        self.connection = server.connection(self.database)
        self.file = f"{server.folder}/{self.database}.events"
        Path(self.file).touch()
        self.workers, self.exits, self.is_over = [], 0, False
        if name != "TaskStore":
            subprocess.run(self.words("install"), check=True)
        for _ in range(WORKERS):
            self.workers.append(self.begin_worker())
        self.supervisor = threading.Thread(target=self.supervise)
        self.supervisor.start()

    def words(self, command, *rest):
        program = [options.survivor] if self.name == "TaskStore" else [
            sys.executable, str(Path(__file__).parent / "survivors.py"), self.name]
        return [*program, command, self.connection, *map(str, rest)]

    def begin(self, command, *rest):
        return subprocess.Popen(
            self.words(command, self.file, *rest, LEASE), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def begin_worker(self):
        return self.begin("run", MILLISECONDS)

    def supervise(self):
        """Starts workers again that have ended, at most twice a second each."""
        while not self.is_over:
            for index, worker in enumerate(self.workers):
                if worker.poll() is not None:
                    self.exits += worker.returncode != -signal.SIGKILL
                    self.workers[index] = self.begin_worker()
            time.sleep(0.5)

    def events(self):
        """Returns the moments of each kind of event, and what each is about."""
        kinds = {}
        for line in Path(self.file).read_text().splitlines():
            kind, moment, *text = line.split(" ", 2)
            kinds.setdefault(kind, []).append((int(moment) / 1e9, text[0] if text else ""))
        return kinds

    def wait(self, condition, seconds):
        """Waits until something is in the events, and returns whether it is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition(self.events()):
                return True
            time.sleep(0.2)
        return False

    def end(self):
        self.is_over = True
        self.supervisor.join()
        for process in self.workers:
            process.kill()
            process.wait()


# Each failure lasts from its call to its return.


def kill_workers(server, system, end):
    """A worker killed each second."""
    turn = 0
    while time.monotonic() < end:
        system.workers[turn % WORKERS].kill()
        turn += 1
        time.sleep(1)


def restart(mode):
    def restart_server(server, system, end):
        server.stop(mode)
        time.sleep(5)
        server.start()

    restart_server.__doc__ = f"The server stopped ({mode}) for 5 s."
    return restart_server


def terminate(server, system, end):
    """A connection terminated each 200 ms."""
    with server.connect() as administration:
        while time.monotonic() < end:
            found = administration.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s", [system.database]).fetchall()
            if found:
                administration.execute("SELECT pg_terminate_backend(%s)", random.choice(found))
            time.sleep(0.2)


def hold(count, *statements):
    """Returns a failure that holds connections, each of which has run statements."""

    def held(server, system, end):
        connections = []
        try:
            for _ in range(count):
                connections.append(server.connect(system.database))
                for statement in statements:
                    connections[-1].execute(statement)
            time.sleep(max(0, end - time.monotonic()))
        finally:
            for connection in connections:
                connection.close()

    return held


idle_in_transaction = hold(100, "BEGIN", "SELECT pg_current_xact_id()")
idle_in_transaction.__doc__ = "100 connections idle in transactions."
reader = hold(1, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM pg_class")
reader.__doc__ = "A repeatable-read snapshot held."
idle = hold(300)
idle.__doc__ = "300 idle connections."

SCENARIOS = dict(zip(NAMES.split(","), [
    kill_workers, restart("immediate"), restart("fast"), terminate, idle_in_transaction, reader,
    idle,
]))

COLUMNS = [
    "system", "jobs a second before / during / after", "back at 90 % after", "caught up after",
    "enqueue → start during: half, 99 % within", "lost", "run twice", "calls that failed",
    "workers that ended",
]


def throughput(effects, begin, end):
    return sum(begin <= moment < end for moment, _ in effects) / (end - begin)


def recovery(effects, end):
    """Returns the seconds after a failure until a second has 90 % of the jobs."""
    for step in range(int(AFTER * 10) - 10):
        begin = end + step / 10
        if throughput(effects, begin, begin + 1) >= 0.9 * RATE:
            return f"{step / 10:.1f} s"
    return "never"


def caught_up(events, end):
    """Returns the seconds after a failure until all jobs stored before its end have run."""
    stored = {number for moment, number in events.get("stored", []) if moment < end}
    first = {}
    for moment, number in events.get("effect", []):
        if number in stored:
            first.setdefault(number, moment)
    if stored - first.keys():
        return "never"
    return f"{max(0, max(first.values()) - end):.1f} s"


def judge(system, events, begin, end):
    """Returns the cells of a row of the table."""
    effects, stored = events.get("effect", []), events.get("stored", [])
    counts, first = {}, {}
    for _, number in effects:
        counts[number] = counts.get(number, 0) + 1
    for moment, number in events.get("begin", []):
        first[number] = min(moment, first.get(number, moment))
    acknowledged = {number for _, number in stored}
    delays = sorted(
        first[number] - moment for moment, number in events["enqueue"]
        if begin <= moment < end and number in acknowledged and number in first)

    def delay(percent):
        if not delays:
            return "–"
        value = delays[len(delays) * percent // 100] * 1_000
        return f"{value:.0f} ms" if value < 1_000 else f"{value / 1_000:.1f} s"

    rates = [throughput(effects, begin - 5, begin), throughput(effects, begin, end),
             throughput(effects, end, end + AFTER - 1)]
    return [
        system.name, " / ".join(f"{rate:.0f}" for rate in rates), recovery(effects, end),
        caught_up(events, end), f"{delay(50)}, {delay(99)}", str(len(acknowledged - counts.keys())),
        str(sum(count > 1 for count in counts.values())), str(len(events.get("rejected", []))),
        str(system.exits),
    ]


def measure(name, server, failure, number):
    """Runs one scenario with one system, and returns its row."""
    system = System(name, server, number)
    producer = None
    try:
        if not system.wait(lambda events: len(events.get("ready", [])) >= WORKERS, 30):
            raise SystemExit(f"{name}: its workers have not begun within 30 s")
        producer = system.begin("enqueue", RATE, BEFORE + options.seconds + AFTER)
        if not system.wait(lambda events: "enqueue" in events, 30):
            raise SystemExit(f"{name}: it has enqueued nothing within 30 s")
        start = system.events()["enqueue"][0][0]
        time.sleep(max(0, start + BEFORE - time.monotonic()))
        begin = time.monotonic()
        failure(server, system, begin + options.seconds)
        end = time.monotonic()
        if not system.wait(lambda events: "finished" in events, options.seconds + AFTER + PATIENCE):
            print(f"{name}: its producer hangs", file=sys.stderr)

        def is_done(events):
            stored = {number for _, number in events.get("stored", [])}
            return stored <= {number for _, number in events.get("effect", [])}

        system.wait(is_done, PATIENCE)
        return judge(system, system.events(), begin, end)
    finally:
        system.end()
        if producer:
            producer.kill()
            producer.wait()


def main():
    names = options.only.split(",")
    for name in names:
        if name not in SCENARIOS:
            parser.error(f"there is no scenario '{name}': name some of {NAMES}")
    server = Server(options.programs)
    try:
        for name in names:
            failure = SCENARIOS[name]
            print(f"\n{failure.__doc__}\n\n| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
            for system in options.systems.split(","):
                row = measure(system, server, failure, name)
                print(f"| {' | '.join(row)} |", flush=True)
        print(f"\nload: {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
    finally:
        server.stop("immediate")
        shutil.rmtree(server.folder)


main()
