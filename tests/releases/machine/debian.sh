# Makes FOLDER, unless it is there: a fresh Debian from apt's mirror. What the guide installs by name waits in its cache.
folder=$1
cache=$(dirname "$folder")
mkdir -p "$cache"
exec 9>"$cache/debian.lock"
flock 9
[ ! -d "$folder" ] || exit 0
rm -rf "$cache"/debian-*
suite=bookworm
. /etc/os-release
# The first mirror that has either the suite or the one of this machine.
mirror=$(apt-get update --print-uris | sed -nE "s,^'(.*)/dists/($suite|$VERSION_CODENAME)/InRelease'.*,\1,p" | head -1)
[ -n "$mirror" ] || { echo "apt has no mirror of Debian here"; exit 1; }
eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
export http_proxy DEBIAN_FRONTEND=noninteractive
new=$cache/debian-new
debootstrap --variant=minbase \
  --include=systemd-sysv,dbus,procps,netbase,iproute2,cron,python3,curl,openssl,ca-certificates $suite "$new" "$mirror"
chroot "$new" apt-get clean
chroot "$new" apt-get update
chroot "$new" apt-get install -y --download-only nginx postgresql
echo kho >"$new/etc/hostname"
printf '127.0.0.1 localhost\n127.0.1.1 kho\n' >"$new/etc/hosts"
mv "$new" "$folder"
