# Before the first block: two packages, VERSION NEXT; what the machine of a new operator has, and what the assertions use.
export DEBIAN_FRONTEND=noninteractive
install /shared/systemctl /shared/journalctl /usr/bin
ip link set lo up
mount -t tmpfs tmpfs /dev/shm
echo '127.0.0.1 kho.test s3.kho.test' >>/etc/hosts
python3 /shared/mail.py 127.0.0.1 1025 >/tmp/mails 2>&1 &
# Its installation starts it; here it is installed already, and `apt install` does nothing.
systemctl start postgresql
mkdir -p /run/systemd/system

# The next version has one migration more, which the version before does not know.
next() {
  dpkg-deb --raw-extract /shared/kho_$1_*.deb /tmp/next
  sed -i "s/^Version: .*/Version: $2/" /tmp/next/DEBIAN/control
  sed -i "s/\"version\": .*/\"version\": \"$2\",/" /tmp/next/usr/lib/kho/package.json
  sed -i 's/^\t"0001-accounts": /\t"9999-next": { async up() {} },\n&/' /tmp/next/usr/lib/kho/server/main.js
  dpkg-deb -Znone --build /tmp/next /shared >/dev/null
}
next "$1" "$2"

block() {
  echo "@@ $1"
  bash -e "/shared/block-$1.sh" >/tmp/said 2>&1 </dev/null || { cat /tmp/said; tail -20 /var/log/kho.journal; exit 1; }
  cat /tmp/said
  printf '\n@@ after %s\n' "$1"
}
answer() {
  curl --silent --output /tmp/answer --cacert /etc/ssl/kho/fullchain.pem --write-out '%{http_code}\n' "$@"
}
# EMAIL PASSWORD
sign_in() {
  answer https://kho.test/api/auth/login --header 'origin: https://kho.test' \
    --data-urlencode "username=$1" --data-urlencode "password=$2"
}
# The last password in a file.
password_in() {
  sed -n 's/^Password *//p' "$1" | tail -1
}
