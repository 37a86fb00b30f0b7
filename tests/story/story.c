/* A game of 5x5 from its first move to its result, with exact values from move 13 on and without
 * tables. story.cpp, story.py and story.mjs tell it in other languages; all print story.txt. */
#include <pipopipette/game.h>
#include <pipopipette/solver.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  kSide = 5,
  kEdges = 60,
  kBoxes = 25,
  kStart = 13, /* moves before the first position that is solved */
  kPositions = kEdges - kStart + 1
};

/* The moves of the game, in order of play. */
static const char kMoves[] =
    "v4.2 v2.4 v3.1 v1.3 v3.4 v0.2 v1.2 v3.2 v3.3 v2.1 v2.3 v1.4 v1.1 v2.2 v4.0 h5.3 h3.3 h2.3 "
    "h4.3 v2.0 "
    "h1.3 h1.4 h4.0 v0.5 h1.0 v2.5 h2.4 h3.4 v1.5 h1.1 h2.1 h3.1 h4.1 h2.2 h3.2 h4.2 h1.2 v0.1 "
    "h0.1 v4.5 "
    "h4.4 v3.5 h0.3 v0.0 h0.0 h5.0 v4.1 h5.1 v0.3 h0.2 h0.4 v0.4 h5.4 v4.3 v4.4 h5.2 h2.0 v1.0 "
    "h3.0 v3.0";

/* The objects of the story. No tables are opened; their handle reads and writes positions and
 * edges, and keeps the errors of doing so. */
typedef struct {
  pipo_tables* tables;
  pipo_game* game;
  pipo_solver* solver;
  int32_t moves[kEdges];               /* of the whole game */
  pipo_position positions[kPositions]; /* after 13, 14, ... moves */
} story;

static void close_all(story* told) {
  pipo_solver_close(&told->solver);
  pipo_game_close(&told->game);
  pipo_close(&told->tables);
}

/* Ends the program with the last error of each handle, unless the code is PIPO_OK. */
static void check(story* told, pipo_code code) {
  if (code == PIPO_OK) return;
  fprintf(stderr, "error %d\n%s\n%s\n%s\n", (int)code, pipo_error_text(told->tables),
          pipo_game_error_text(told->game), pipo_solver_error_text(told->solver));
  close_all(told);
  exit(1);
}

static void print_edge(story* told, int32_t edge) {
  char name[8];
  check(told, pipo_edge_name(told->tables, kSide, kSide, edge, name, sizeof name));
  printf(" %s", name);
}

static void print_position(story* told, pipo_position position) {
  char text[80];
  check(told, pipo_print(told->tables, position, text, sizeof text));
  printf("%s", text);
}

static pipo_game_state state_of(story* told, const pipo_game* game) {
  pipo_game_state state = PIPO_GAME_STATE_INIT;
  check(told, pipo_game_get(game, &state));
  return state;
}

static pipo_position position_of(story* told) {
  pipo_position position = {0, 0, 0};
  check(told, pipo_game_position(told->game, &position));
  return position;
}

static int count(uint64_t mask) {
  int result = 0;
  for (; mask != 0; mask &= mask - 1) ++result;
  return result;
}

/* Plays all moves, and reports those that take boxes. */
static void play(story* told) {
  const pipo_position empty = {kSide, kSide, 0};
  check(told, pipo_game_open(empty, NULL, &told->game));
  for (int i = 0; i < kEdges; ++i) {
    char name[5] = "";
    int32_t taken = 0;
    memcpy(name, kMoves + 5 * i, 4); /* all names have four characters */
    check(told, pipo_parse_edge(told->tables, kSide, kSide, name, &told->moves[i]));
    check(told, pipo_game_play(told->game, told->moves[i], &taken));
    if (taken == 0) continue;
    const pipo_game_state now = state_of(told, told->game);
    printf("move %d %s takes %d: score %d-%d, player %d moves\n", i + 1, name, (int)taken,
           (int)now.score[0], (int)now.score[1], (int)now.turn);
  }
}

static void report_result(story* told) {
  const pipo_game_state end = state_of(told, told->game);
  printf("result: ");
  if (end.winner == PIPO_TIE) {
    printf("a tie");
  } else {
    printf("player %d wins by %d", (int)end.winner, abs(end.margin));
  }
  printf(", owners ");
  int32_t owners[kBoxes];
  check(told, pipo_game_owners(told->game, owners, kBoxes));
  for (int box = 0; box < kBoxes; ++box) printf("%d", (int)owners[box]);
  printf("\n");
}

/* Takes moves back until 13 are left, and notes the positions on the way. */
static void go_back(story* told) {
  for (int i = kPositions - 1; i > 0; --i) {
    told->positions[i] = position_of(told);
    check(told, pipo_game_undo(told->game));
  }
  const pipo_game_state now = state_of(told, told->game);
  told->positions[0] = position_of(told);
  uint64_t legal = 0;
  check(told, pipo_legal_moves(told->positions[0], &legal));
  printf("after %d moves: ", (int)now.move_count);
  print_position(told, told->positions[0]);
  printf(", player %d moves, %d legal moves\n", (int)now.turn, count(legal));
}

/* Writes the game in a notation of another program, and reads it back without naming it. */
static void write_and_read(story* told, const char* notation) {
  size_t size = 0;
  check(told, pipo_game_write(told->game, notation, NULL, 0, &size));
  char* text = malloc(size);
  if (text == NULL) check(told, PIPO_OUT_OF_MEMORY);
  check(told, pipo_game_write(told->game, notation, text, size, NULL));
  printf("%s: %s\n", notation, text);
  pipo_game* read = NULL;
  const char* detected = NULL;
  if (pipo_game_read("auto", text, &read, &detected) != PIPO_OK) {
    fprintf(stderr, "%s\n", pipo_game_error_text(read));
    exit(1);
  }
  const pipo_game_state now = state_of(told, read);
  int32_t edges[kEdges], before[kEdges];
  check(told, pipo_game_edges(read, edges, kEdges));
  check(told, pipo_game_edges(told->game, before, kEdges));
  if (!now.in_order || memcmp(edges, before, (size_t)now.edge_count * sizeof *edges) != 0)
    check(told, PIPO_INTERNAL);
  printf("detected %s, %d moves\n", detected, (int)now.move_count);
  pipo_game_close(&read);
  free(text);
}

/* Returns the first move that takes a box, or -1, and sets *boxes to those it completes. */
static int32_t first_capture(story* told, pipo_position position, uint64_t* boxes) {
  uint64_t legal = 0;
  check(told, pipo_legal_moves(position, &legal));
  for (int32_t edge = 0; edge < kEdges; ++edge) {
    if ((legal >> edge & 1) == 0) continue;
    check(told, pipo_completed_by(position, edge, boxes));
    if (*boxes != 0) return edge;
  }
  return -1;
}

/* Finds the first position in which a box can be taken, and takes all boxes that can be taken. */
static void apply_rules(story* told) {
  pipo_position position = told->positions[0];
  uint64_t boxes = 0;
  int at = 0;
  check(told, pipo_canonical(position, &position));
  printf("canonical: ");
  print_position(told, position);
  while (first_capture(told, told->positions[at], &boxes) < 0) ++at;
  printf("\nafter %d moves", kStart + at);
  print_edge(told, first_capture(told, told->positions[at], &boxes));
  printf(" completes %d\n", count(boxes));
  check(told, pipo_settled(told->positions[at], &position, &boxes));
  printf("settled: ");
  print_position(told, position);
  printf(", %d boxes taken\n", count(boxes));
}

/* Steps through the game with its exact values. The first position is solved; that answers the
 * rest. */
static void solve_all(story* told) {
  static const char* const methods[] = {"any", "table", "sweep", "search"};
  for (int i = 0; i < kPositions; ++i) {
    pipo_answer answer = PIPO_ANSWER_INIT;
    pipo_cost cost = PIPO_COST_INIT;
    check(told, pipo_solve(told->solver, told->positions[i], NULL, &answer, &cost));
    printf("%d: value %d, best", kStart + i, (int)answer.value);
    if (answer.best == 0) printf(" -");
    for (int32_t edge = 0; edge < kEdges; ++edge) {
      if (answer.best >> edge & 1) print_edge(told, edge);
    }
    printf(", by %s%s\n", methods[cost.method], cost.remembered ? ", remembered" : "");
  }
}

static void show_line(story* told) {
  pipo_move line[PIPO_SMALL_BOARD_EDGES];
  size_t length = 0;
  check(told, pipo_solver_line(told->solver, told->positions[0], NULL, line, &length));
  printf("line:");
  for (size_t i = 0; i < length; ++i) print_edge(told, line[i].edge);
  printf("\n");
}

/* Labels for a policy: the value of each move of each position, in an array of positions and
 * edges. */
static void label(story* told) {
  static const int shown[] = {13, 30, 50};
  static int8_t labels[kPositions * kEdges];
  uint64_t drawn[kPositions];
  int known = 0;
  int sum = 0;
  for (int i = 0; i < kPositions; ++i) drawn[i] = told->positions[i].drawn;
  check(told, pipo_solver_move_values(told->solver, kSide, kSide, drawn, kPositions, NULL, labels));
  for (int i = 0; i < 3; ++i) {
    printf("labels %d:", shown[i]);
    for (int edge = 0; edge < kEdges; ++edge) {
      const int value = labels[(shown[i] - kStart) * kEdges + edge];
      if (value == PIPO_DRAWN) {
        printf(" .");
      } else {
        printf(" %d", value);
      }
    }
    printf("\n");
  }
  for (int i = 0; i < kPositions * kEdges; ++i) {
    if (labels[i] == PIPO_DRAWN || labels[i] == PIPO_NOT_COVERED || labels[i] == PIPO_DAMAGED)
      continue;
    ++known;
    sum += labels[i];
  }
  printf("labels: %d known, sum %d\n", known, sum);
}

/* A position beyond the limits is an error with its own code, or has bounds. The solver can be used
 * again. */
static void exceed_limits(story* told) {
  const pipo_position empty = {kSide, kSide, 0};
  pipo_limits limits = PIPO_LIMITS_INIT;
  pipo_answer answer = PIPO_ANSWER_INIT;
  pipo_bounds bounds = PIPO_BOUNDS_INIT;
  pipo_code why_not = PIPO_OK;
  limits.memory = 1 << 20;
  if (pipo_solve(told->solver, empty, &limits, &answer, NULL) == PIPO_OUT_OF_MEMORY) {
    printf("too large: out of memory\n");
  }
  check(told, pipo_try_solve(told->solver, empty, &limits, &bounds, &answer, NULL, &why_not));
  printf("bounds %d to %d\n", (int)bounds.lower, (int)bounds.upper);
  check(told, pipo_solve(told->solver, told->positions[0], NULL, &answer, NULL));
  printf("again: value %d\n", (int)answer.value);
}

/* Strings-and-coins on another graph than that of a board: four coins, one of them joined to the
 * ground. */
static void solve_graph(story* told) {
  static const char* const names[] = {"a-b", "b-c", "c-a", "a-d", "d-ground"};
  pipo_graph* graph = NULL;
  pipo_graph_answer answer = PIPO_GRAPH_ANSWER_INIT;
  pipo_move moves[5], line[5];
  check(told, pipo_graph_open("a b\nb c\nc a\na d\nd ground\n", &graph));
  check(told, pipo_graph_solve(graph, NULL, &answer, moves, line));
  printf("graph: value %d, nim-value %d, best", (int)answer.value, (int)answer.nim_value);
  for (int i = 0; i < 5; ++i) {
    if (moves[i].value == answer.value) printf(" %s", names[i]);
  }
  printf(", line of 5\n");
  pipo_graph_close(&graph);
}

int main(void) {
  story told = {0};
  check(&told, pipo_open(NULL, 0, NULL, &told.tables));
  check(&told, pipo_solver_open(NULL, NULL, &told.solver));
  play(&told);
  report_result(&told);
  go_back(&told);
  write_and_read(&told, "moves");
  write_and_read(&told, "knox");
  write_and_read(&told, "ccgc");
  apply_rules(&told);
  solve_all(&told);
  show_line(&told);
  label(&told);
  exceed_limits(&told);
  solve_graph(&told);
  close_all(&told);
  return 0;
}
