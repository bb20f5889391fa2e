# Accepts all mail, and prints it. Arguments: address and port.
import socketserver
import sys


class Session(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        self.say("220 mail.kho.test")
        for raw in self.rfile:
            verb = raw[:4].upper().strip()
            if verb == b"DATA":
                self.say("354 Go on")
                for line in self.rfile:
                    if line == b".\r\n":
                        break
                    print(line.decode().rstrip(), flush=True)
            self.say("221 Bye" if verb == b"QUIT" else "250 Fine")
            if verb == b"QUIT":
                return


socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer((sys.argv[1], int(sys.argv[2])), Session).serve_forever()
