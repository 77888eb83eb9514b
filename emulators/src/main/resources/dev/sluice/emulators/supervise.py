"""Runs a command, and ends it with all its descendants when standard input ends.

The other end of standard input is held by a JVM: it ends when the JVM closes it, and also when the
JVM is gone, however it went. Then the directory given first is deleted as well. A command that ends
by itself leaves the directory, because its log is in there.
"""

import ctypes
import glob
import os
import shutil
import signal
import subprocess
import sys
import threading

PR_SET_CHILD_SUBREAPER = 36

directory, *command = sys.argv[1:]
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


def watch():
    while os.read(0, 1024):
        pass
    told_to_end.set()
    kill(os.killpg, child.pid)


threading.Thread(target=watch, daemon=True).start()
code = child.wait()
kill(os.killpg, child.pid)
while orphans := adopted():
    for orphan in orphans:
        kill(os.kill, orphan)
        os.waitpid(orphan, 0)
if told_to_end.is_set():
    shutil.rmtree(directory, ignore_errors=True)
sys.exit(code if code >= 0 else 128 - code)
