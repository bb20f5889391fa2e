# Before the first step: two packages, VERSION NEXT; a server of mail, and one that events are sent to.
echo '127.0.0.1 kho.test s3.kho.test' >>/etc/hosts
systemd-run --quiet --unit=mail --property=StandardOutput=file:/tmp/mails python3 /shared/mail.py 127.0.0.1 1025
systemd-run --quiet --unit=receiver --property=StandardOutput=file:/tmp/events python3 -c '
from http.server import BaseHTTPRequestHandler, HTTPServer
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        print(self.rfile.read(int(self.headers["content-length"])).decode(), flush=True)
        self.send_response(204)
        self.end_headers()
HTTPServer(("127.0.0.1", 1026), Receiver).serve_forever()'
# The next version has one migration more, which the version before does not know.
dpkg-deb --raw-extract /shared/kho_$1_*.deb /tmp/next
sed -i "s/^Version: .*/Version: $2/" /tmp/next/DEBIAN/control
sed -i "s/\"version\": .*/\"version\": \"$2\",/" /tmp/next/usr/lib/kho/package.json
sed -i 's/^\t"0001-begin": /\t"9999-next": { async up() {} },\n&/' /tmp/next/usr/lib/kho/server/main.js
grep -q 9999-next /tmp/next/usr/lib/kho/server/main.js || exit 1
dpkg-deb -Znone --build /tmp/next /shared
rm -r /tmp/next
