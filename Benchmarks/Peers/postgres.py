"""A server of PostgreSQL for the comparisons with other systems."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg


class Server:
    """A server of PostgreSQL in a folder of its own, from the folder of its programs."""

    def __init__(self, programs):
        self.programs = programs
        self.folder = tempfile.mkdtemp(
            prefix="peers", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self.data = f"{self.folder}/data"
        if os.getuid() == 0:
            # The server does not run as root.
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8",
                 "--no-locale", "-D", self.data)
        self.start()

    def run(self, program, *words):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        command = [f"{self.programs}/{program}", *words]
        subprocess.run(
            (user if os.getuid() == 0 else []) + command, check=True, cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def start(self):
        settings = f"-k {self.folder} -h '' -c max_connections=500"
        self.run("pg_ctl", "-D", self.data, "-w", "-l", f"{self.folder}/log", "-o", settings,
                 "start")

    def stop(self, mode):
        self.run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def connection(self, database):
        return f"host={self.folder} user=postgres dbname={database}"

    def connect(self, database="postgres"):
        return psycopg.connect(self.connection(database), autocommit=True)
