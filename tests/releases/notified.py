# Listens in place of systemd, as Node has no such sockets: prints what it is told. Argument: the path of the socket.
import socket
import sys

listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
while True:
    for line in listener.recv(4096).decode().splitlines():
        if line.startswith(("READY", "STOPPING")):
            print(line, flush=True)
