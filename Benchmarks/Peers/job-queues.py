#!/usr/bin/env python3
"""How many jobs without work other systems run in a second on a PostgreSQL server, to compare with
`swift run -c release --package-path Benchmarks stores postgres:CONNECTION`.

Usage: Benchmarks/Peers/job-queues.py CONNECTION [COUNT]

It needs procrastinate and pgqueuer, with psycopg and asyncpg, and makes their tables in the
database: use one that may be thrown away. Each job is enqueued before, in bulk; what is measured is
a worker that claims, runs and completes all of them.
"""
import asyncio
import logging
import sys
import time

import asyncpg
import procrastinate
import psycopg
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries
from pgqueuer.types import QueueExecutionMode

logging.disable(logging.WARNING)
connection = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000


def report(name, seconds):
    print(f"{name}: {count / seconds:.0f} runs a second", flush=True)


async def with_procrastinate():
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=connection))
    ran = 0

    @app.task(queue="benchmark", name="nothing")
    async def nothing():
        nonlocal ran
        ran += 1

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        await nothing.batch_defer_async(*({} for _ in range(count)))
        start = time.monotonic()
        await app.run_worker_async(queues=["benchmark"], wait=False, concurrency=8)
        report("procrastinate", time.monotonic() - start)
    assert ran == count, ran


async def with_pgqueuer():
    parts = psycopg.conninfo.conninfo_to_dict(connection)
    database = await asyncpg.connect(
        host=parts.get("host"), user=parts.get("user"), database=parts.get("dbname"))
    driver = AsyncpgDriver(database)
    queries = Queries(driver)
    await queries.install()
    await queries.enqueue(["nothing"] * count, [None] * count, [0] * count)
    queue = PgQueuer(driver)
    ran = 0

    @queue.entrypoint("nothing")
    async def nothing(job):
        nonlocal ran
        ran += 1

    start = time.monotonic()
    await queue.run(batch_size=64, mode=QueueExecutionMode.drain)
    report("pgqueuer, in batches of 64", time.monotonic() - start)
    assert ran == count, ran
    await database.close()


async def main():
    await with_procrastinate()
    await with_pgqueuer()


asyncio.run(main())
