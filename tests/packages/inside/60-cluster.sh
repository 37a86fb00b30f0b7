# Checks that two ranks make the same table as one process. Open MPI needs a variable to run as root.
apt-get install --yes --quiet=2 openmpi-bin man-db >/dev/null 2>&1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
pipo --tables alone generate 3x3
mpirun --oversubscribe -n 2 pipo-mpi --tables ranks generate 3x3
for layer in alone/3x3/*.pipo; do
  cmp "$layer" "ranks/3x3/${layer##*/}"
done
pipo --tables ranks verify 3x3
pipo-mpi --version
MANWIDTH=80 man --warnings=w 1 pipo-mpi >shown 2>said
test ! -s said
grep --quiet '^EXAMPLES' shown
lexgrog "$(man --where 1 pipo-mpi)" | grep --quiet '"pipo-mpi - '
