# Boots a copy of the Debian in FOLDER, which is gone when this process ends; SHARED is its /shared, NAME that of its cgroup.
# Machines in one cgroup would end each other's services.
for tree in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
  [ ! -e "$tree/cgroup.procs" ] || { mkdir "$tree/$3" && echo 0 >"$tree/$3/cgroup.procs"; }
done
mount -t tmpfs -o size=4g,mode=755 tmpfs /run
mkdir /run/upper /run/work /run/root
mount -t overlay overlay -o "lowerdir=$1,upperdir=/run/upper,workdir=/run/work" /run/root
exec systemd-nspawn --boot --private-network --register=no --keep-unit --console=pipe --bind="$2:/shared" -D /run/root
