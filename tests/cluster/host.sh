#!/bin/sh
# Makes the namespace that it runs in a host: a name, a root of files of its own, and one folder that all hosts share.
#
#     unshare --net --mount --uts --ipc host.sh NAME ROOT SHARED PROGRAM HOSTS
#
# ROOT: an empty folder. The host has the system of this machine, read-only, PROGRAM as /opt/pipo-mpi, SHARED as /shared
# and HOSTS as /etc/hosts. Everything else is its own, in memory. Prints "ready" and stays until it is killed.
set -eu
name=$1 root=$2 shared=$3 program=$4 hosts=$5
hostname "$name"
mount --make-rprivate /
mount -t tmpfs "$name" "$root"
mkdir -p "$root/opt" "$root/tmp" "$root/root" "$root/run" "$root/var/tmp" "$root/shared"
for folder in bin lib lib32 lib64 sbin usr etc dev proc sys; do
  if [ -h "/$folder" ]; then
    cp -P "/$folder" "$root/"
  elif [ -d "/$folder" ]; then
    mkdir "$root/$folder"
    mount --rbind "/$folder" "$root/$folder"
  fi
done
for folder in usr etc; do mount -o remount,bind,ro "$root/$folder"; done
mount --bind "$hosts" "$root/etc/hosts"
mount --bind "$shared" "$root/shared"
cp "$program" "$root/opt/pipo-mpi"
ip link set lo up
echo ready
exec chroot "$root" sleep infinity
