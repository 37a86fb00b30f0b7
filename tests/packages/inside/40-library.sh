# Builds and runs the examples of the installed docs/library.md with the packages.
apt-get install --yes --quiet=2 --no-install-recommends g++ pkg-config >/dev/null
guide=/usr/share/doc/pipopipette/docs/library.md
# example LANGUAGE [N]: prints the first (N-th) example in that language
example() {
  awk -v begin="\`\`\`$1" -v wanted="${2-1}" '
    $0 == "```" { inside = 0 }
    inside && n == wanted
    $0 == begin { inside = 1; ++n }' "$guide"
}
pipo generate 3x3
example cpp >main.cpp
example cpp 2 >game.cpp
example cpp 3 >solve.cpp
example c >main.c
example c 2 >game.c
g++ -std=c++20 main.cpp $(pkg-config --cflags --libs pipopipette) -o task-cpp
g++ -std=c++20 game.cpp $(pkg-config --cflags --libs pipopipette) -o game
g++ -std=c++20 solve.cpp $(pkg-config --cflags --libs pipopipette-solver) -o solve
gcc -std=c11 main.c $(pkg-config --cflags --libs pipopipette) -o task-c
gcc -std=c11 game.c $(pkg-config --cflags --libs pipopipette) -o game-c
./task-cpp | grep --quiet '^value 3, best v2.2$'
./game | grep --quiet '^player 1 wins, margin of player 0: -3$'
./solve | grep --quiet '^value 1, best h5.1 h5.3 v1.1 v1.5 v3.1 v4.4 v4.5$'
./task-c | grep --quiet '^value 3, best v2.2$'
./game-c | grep --quiet '^player 1 took 1 box and moves again$'
