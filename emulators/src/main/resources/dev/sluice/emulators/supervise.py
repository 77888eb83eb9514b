"""Runs a command, and ends it with all its descendants when its owner is gone.

Arguments: a directory, the owner's process id, the command. Without an id the owner is the JVM that
holds the other end of standard input: it ends when the JVM closes it, and also when the JVM is gone,
however it went. Then the directory is deleted as well. A command that ends by itself leaves the
directory, because its log is in there.
"""

import contextlib
import ctypes
import glob
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 15

directory, owner, *command = sys.argv[1:]
# A Ctrl-C in the terminal must not end this process before the one that it watches.
os.setsid()
if sys.platform == "linux":
    # Whoever loses its parent becomes a child of this process, also out of another process group.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
told_to_end = threading.Event()


def kill(send, target):
    try:
        send(target, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # macOS says EPERM of a group whose last process is a zombie.


def adopted():
    pids = []
    for name in glob.glob("/proc/self/task/*/children"):
        with open(name) as children:
            pids += map(int, children.read().split())
    return pids


def wait_for_end_of(process):
    try:
        if hasattr(os, "pidfd_open"):
            select.select([os.pidfd_open(process)], [], [])
        else:
            while True:
                os.kill(process, 0)
                time.sleep(0.2)
    except ProcessLookupError:
        pass


def end(*_):
    told_to_end.set()
    kill(os.killpg, child.pid)


def watch():
    if owner:
        wait_for_end_of(int(owner))
        # PostgreSQL gives its shared memory back when it is asked to stop.
        told_to_end.set()
        child.terminate()
        time.sleep(GRACE_SECONDS)
    else:
        while os.read(0, 1024):
            pass
    end()


signal.signal(signal.SIGTERM, end)
threading.Thread(target=watch, daemon=True).start()
code = child.wait()
kill(os.killpg, child.pid)
while orphans := adopted():
    for orphan in orphans:
        kill(os.kill, orphan)
        os.waitpid(orphan, 0)
if told_to_end.is_set():
    shutil.rmtree(directory, ignore_errors=True)
if told_to_end.is_set() and owner:
    # The owner's services have their lock files and their directories side by side.
    with contextlib.suppress(OSError):
        os.remove(directory + ".lock")
        os.rmdir(os.path.dirname(directory))
sys.exit(code if code >= 0 else 128 - code)
