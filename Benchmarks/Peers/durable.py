#!/usr/bin/env python3
"""Jobs with steps that survive, beside dbos: throughput, latency of a step, and recovery after a kill.

Usage: Benchmarks/Peers/durable.py SURVIVOR PROGRAMS [--systems TaskStore,dbos]

SURVIVOR is the program of TaskStore, `Benchmarks/.build/release/survivor`, which
`swift build -c release --package-path Benchmarks --product survivor` makes. PROGRAMS is the folder
of PostgreSQL's, such as /usr/lib/postgresql/15/bin. It needs dbos and psycopg, and starts a server of
its own in a temporary folder. Both systems use this server, one after the other, each with one
process that runs ten jobs at once. Each step writes a line to a file when its work is done.
"""
import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

CONCURRENCY, LEASE, PATIENCE = 10, 2, 60


class Run:
    """A process of a system, which runs jobs of so many steps, and what they have written."""

    def __init__(self, system, server, name, jobs, steps, milliseconds):
        database = f"{system.lower()}_{name}"
        with server.connect() as administration:
            administration.execute(f'CREATE DATABASE "{database}"')
        self.system, self.survivor = system, options.survivor
        self.connection = server.connection(database)
        if system == "dbos":
            self.connection = f"postgresql://postgres@/{database}?host={server.folder}"
        self.file = f"{server.folder}/{database}.events"
        Path(self.file).touch()
        self.work = [str(jobs), str(steps), str(milliseconds)]
        self.count = jobs * steps

    def start(self, command):
        program = [self.survivor] if self.system == "TaskStore" else [sys.executable, __file__, "dbos"]
        return subprocess.Popen(
            [*program, command, self.connection, self.file, *self.work, str(LEASE)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def steps(self):
        """The times of the steps in seconds, and their names."""
        lines = [line.split() for line in Path(self.file).read_text().splitlines()]
        return [(int(line[1]) / 1e9, " ".join(line[2:])) for line in lines if line[0] == "step"]

    def wait(self, count):
        """Waits until so many different steps are done."""
        end = time.monotonic() + PATIENCE
        while len({name for _, name in self.steps()}) < count:
            if time.monotonic() > end:
                sys.exit(f"error: {self.system} has done {len(self.steps())} of {count} steps")
            time.sleep(0.05)
        return self.steps()


def throughput(system, server):
    run = Run(system, server, "throughput", 100, 10, 0)
    process = run.start("steps")
    times = [when for when, _ in run.wait(run.count)]
    process.kill()
    return f"{(len(times) - 1) / (max(times) - min(times)):,.0f} steps/s"


def latency(system, server):
    run = Run(system, server, "latency", 1, 500, 0)
    process = run.start("steps")
    times = sorted(when for when, _ in run.wait(run.count))
    process.kill()
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    return f"{statistics.median(gaps) * 1e3:.2f} ms"


def recovery(system, server):
    """The time from a new start to the next step, and the steps that were done twice."""
    run = Run(system, server, "recovery", 20, 20, 50)
    process = run.start("steps")
    run.wait(60)
    process.kill()
    process.wait()
    before = len(run.steps())
    start = time.monotonic()
    process = run.start("resume")
    steps = run.wait(run.count)
    process.kill()
    first = min(when for when, _ in steps[before:]) - start
    return f"{first:.1f} s, {len(steps) - run.count} steps done again"


# A process of dbos.


async def with_dbos(command, connection, path, jobs, steps, milliseconds):
    import logging
    from dbos import DBOS

    logging.disable(logging.CRITICAL)
    events = os.open(path, os.O_WRONLY | os.O_APPEND)
    DBOS(config={"name": "durable", "system_database_url": connection, "log_level": "CRITICAL"})

    @DBOS.step()
    async def step(job, number):
        await asyncio.sleep(milliseconds / 1_000)
        os.write(events, f"step {time.monotonic_ns()} {job} {number}\n".encode())
        return number

    @DBOS.workflow()
    async def work(job):
        for number in range(steps):
            await step(job, number)

    # Jobs that have not ended are continued by the start.
    DBOS.launch()
    places = asyncio.Semaphore(CONCURRENCY)

    async def one(job):
        async with places:
            await (await DBOS.start_workflow_async(work, job)).get_result()

    if command == "steps":
        await asyncio.gather(*(one(job) for job in range(jobs)))
    else:
        # The jobs that had no place when the process was killed.
        known = {line.split()[2] for line in Path(path).read_text().splitlines()}
        await asyncio.gather(*(one(job) for job in range(jobs) if str(job) not in known))
    await asyncio.sleep(3_600)


def main():
    from postgres import Server

    server = Server(options.programs)
    try:
        for system in options.systems.split(","):
            for measure in (throughput, latency, recovery):
                print(f"{system:10} {measure.__name__:11} {measure(system, server)}", flush=True)
    finally:
        server.stop("immediate")
        shutil.rmtree(server.folder)


if sys.argv[1:2] == ["dbos"]:
    _, _, mode, address, file, *numbers = sys.argv
    asyncio.run(with_dbos(mode, address, file, *map(int, numbers[:3])))
else:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("survivor", help="the program of TaskStore")
    parser.add_argument("programs", help="the folder of PostgreSQL's programs")
    parser.add_argument("--systems", default="TaskStore,dbos")
    options = parser.parse_args()
    main()
