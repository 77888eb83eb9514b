"""Runs a command in a process group of its own and ends all of that group when standard input ends.

The other end of standard input is held by a JVM: it ends when the JVM closes it, and also when the
JVM is gone, however it went. Then the directory given first is deleted as well. A command that ends
by itself leaves the directory, because its log is in there.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading

directory, *command = sys.argv[1:]
# A Ctrl-C in the terminal must not end this process before the one that it watches.
os.setsid()
child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
told_to_end = threading.Event()


def end_group():
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # macOS says EPERM of a group whose last process is a zombie.


def watch():
    while os.read(0, 1024):
        pass
    told_to_end.set()
    end_group()


threading.Thread(target=watch, daemon=True).start()
code = child.wait()
end_group()
if told_to_end.is_set():
    shutil.rmtree(directory, ignore_errors=True)
sys.exit(code if code >= 0 else 128 - code)
