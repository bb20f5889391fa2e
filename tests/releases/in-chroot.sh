#!/bin/sh
# Runs a script in a copy-on-write image of this machine, in which whatever it installs is gone afterwards: DIR SCRIPT.
set -e
cd "$1"
mkdir -p system
mount -t tmpfs -o size=2g tmpfs system
mkdir system/upper system/work system/root
mount -t overlay overlay -o lowerdir=/,upperdir=system/upper,workdir=system/work system/root
mount -t proc proc system/root/proc
mount --bind /dev system/root/dev
mkdir -p system/root/shared
mount --bind "$1" system/root/shared
exec chroot system/root /bin/sh -ec "$2"
