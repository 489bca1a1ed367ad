#!/usr/bin/env python3
"""A process of another system that enqueues jobs, or runs them, while something fails around it.

`survival` starts it, as it starts `survivor` of Benchmarks, whose events it writes:

    survivors.py SYSTEM install CONNECTION
    survivors.py SYSTEM enqueue CONNECTION FILE RATE SECONDS LEASE
    survivors.py SYSTEM run CONNECTION FILE MILLISECONDS LEASE

SYSTEM is procrastinate or pgqueuer. A worker that cannot go on ends, and is started again.
"""
import asyncio
import logging
import os
import sys
import time
from datetime import timedelta

system, command, connection, *rest = sys.argv[1:]
logging.disable(logging.CRITICAL)
events = os.open(rest[0], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644) if rest else None
lease = float(rest[-1]) if rest else 30
CONCURRENCY = 10


def note(kind, text):
    """Appends an event by one system call, which outlives the process."""
    line = " ".join(str(text).split())
    os.write(events, f"{kind} {time.monotonic_ns()} {line}\n".encode())


async def work(number):
    note("begin", number)
    await asyncio.sleep(float(rest[1]) / 1_000)
    # The effect, of which each job is to have one.
    note("effect", number)


async def produce(enqueue):
    """Enqueues at a steady rate, whatever becomes of the calls before; none is made again."""
    rate, seconds = float(rest[1]), float(rest[2])

    async def one(number):
        note("enqueue", number)
        try:
            await enqueue(number)
            note("stored", number)
        except Exception as error:
            note("rejected", f"{number} {type(error).__name__}: {error}")

    start = time.monotonic()
    calls = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, start + number / rate - time.monotonic()))
        calls.append(asyncio.create_task(one(number)))
    await asyncio.gather(*calls)
    note("finished", "")


async def with_procrastinate():
    import procrastinate

    app = procrastinate.App(
        connector=procrastinate.PsycopgConnector(conninfo=connection, min_size=1, max_size=4))

    @app.task(queue="work", name="work")
    async def job(number):
        await work(number)

    # Jobs of workers that have died are tried again by a periodic task, as its manual has it.
    @app.periodic(cron="* * * * * */2")
    @app.task(queue="work", name="retry_stalled", queueing_lock="retry_stalled", pass_context=True)
    async def retry_stalled(context, timestamp):
        manager = context.app.job_manager
        for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=lease):
            await manager.retry_job(stalled)

    async with app.open_async():
        if command == "install":
            await app.schema_manager.apply_schema_async()
        elif command == "enqueue":
            await produce(lambda number: job.defer_async(number=number))
        else:
            note("ready", os.getpid())
            await app.run_worker_async(
                queues=["work"], concurrency=CONCURRENCY, update_heartbeat_interval=lease / 3,
                stalled_worker_timeout=lease, install_signal_handlers=False)


async def with_pgqueuer():
    import asyncpg
    import psycopg
    from pgqueuer import PgQueuer
    from pgqueuer.db import AsyncpgDriver, AsyncpgPoolDriver
    from pgqueuer.queries import Queries

    parts = psycopg.conninfo.conninfo_to_dict(connection)
    where = {name: parts[key] for name, key in
             [("host", "host"), ("user", "user"), ("database", "dbname")]}
    if command == "install":
        await Queries(AsyncpgDriver(await asyncpg.connect(**where))).install()
    elif command == "enqueue":
        # A pool makes a lost connection anew.
        pool = await asyncpg.create_pool(**where, min_size=1, max_size=4)
        queries = Queries(AsyncpgPoolDriver(pool))
        await produce(lambda number: queries.enqueue(["work"], [str(number).encode()], [0]))
    else:
        database = await asyncpg.connect(**where)
        # It has one connection, and is started again with a new one: no lookup goes on without it.
        database.add_termination_listener(lambda _: os._exit(1))
        queue = PgQueuer(AsyncpgDriver(database))

        @queue.entrypoint("work")
        async def job(stored):
            await work(int(stored.payload))

        note("ready", os.getpid())
        await queue.run(
            batch_size=CONCURRENCY // 2, max_concurrent_tasks=CONCURRENCY,
            heartbeat_timeout=timedelta(seconds=lease), dequeue_timeout=timedelta(seconds=1),
            shutdown_on_listener_failure=True)


asyncio.run({"procrastinate": with_procrastinate, "pgqueuer": with_pgqueuer}[system]())
