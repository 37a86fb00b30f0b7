# The examples of docs/library.md, as it is installed, are built with the packages and run.
apt-get install --yes --quiet=2 --no-install-recommends g++ pkg-config >/dev/null
guide=/usr/share/doc/pipopipette/docs/library.md
example() { sed --quiet "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$guide" | sed '1d;$d'; }
pipo generate 3x3
example cpp >main.cpp
example c >main.c
g++ -std=c++20 main.cpp $(pkg-config --cflags --libs pipopipette) -o task-cpp
gcc -std=c11 main.c $(pkg-config --cflags --libs pipopipette) -o task-c
./task-cpp | grep --quiet '^value 3, best v2.2$'
./task-c | grep --quiet '^value 3, best v2.2$'
