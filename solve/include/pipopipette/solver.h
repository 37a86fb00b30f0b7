/* Exact values of any position for C, without tables too, or bounds.
 *
 *   pipo_solver* solver = NULL;
 *   pipo_limits limits = PIPO_LIMITS_INIT;
 *   pipo_answer answer = PIPO_ANSWER_INIT;
 *   limits.seconds = 60;
 *   if (pipo_solver_open(NULL, &limits, &solver) == PIPO_OK &&
 *       pipo_solve(solver, position, NULL, &answer, NULL) == PIPO_OK) {
 *     printf("%d\n", (int)answer.value);
 *   } else {
 *     fprintf(stderr, "%s\n", pipo_solver_error_text(solver));
 *   }
 *   pipo_solver_close(&solver);
 *
 * A solver remembers. A sweep computes the values of all positions that contain its start, so
 * stepping through a game solves once.
 *
 * Many threads may use a solver at once, except in pipo_solver_open and pipo_solver_close. Tables
 * and remembered sweeps answer at once; other sweeps and searches run one after the other. After
 * any failure the solver can be used as before.
 *
 * A child of fork() may use and close its parent's solver. If the parent has run sweeps, the child
 * has no threads for sweeps: there only tables, what the parent remembered and searches answer, and
 * everything else fails with PIPO_SYSTEM_LIMIT.
 *
 * The functions are part of the library pipopipette-solver, which contains all of pipopipette.
 */
#ifndef PIPOPIPETTE_SOLVER_H
#define PIPOPIPETTE_SOLVER_H

#include "pipopipette/pipopipette.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pipo_solver pipo_solver;

/* The method that finds the values. */
typedef enum pipo_method {
  PIPO_METHOD_ANY = 0, /* in limits: the solver chooses */
  PIPO_METHOD_TABLE = 1,
  PIPO_METHOD_SWEEP = 2,
  PIPO_METHOD_SEARCH = 3
} pipo_method;

/* The progress of a sweep. Its struct_size is that of the library. */
typedef struct pipo_progress {
  size_t struct_size;
  int32_t layer;
  uint64_t done; /* values */
  uint64_t total;
  double seconds; /* since the sweep began */
} pipo_progress;

/* The limits of a question, and the functions that report its progress. If one of these functions,
 * or `found` of pipo_solve_all, asks the same solver, tables and remembered sweeps answer;
 * everything else fails with PIPO_BAD_INPUT. A question from another thread for which the function
 * waits is not noticed, and never ends. */
typedef struct pipo_limits {
  size_t struct_size;
  int32_t only;      /* the only pipo_method to use */
  int32_t threads;   /* of sweeps; 0: all of the machine */
  uint64_t memory;   /* bytes; 0: what the machine has */
  double seconds;    /* 0: none */
  uint64_t remember; /* bytes of the tables of sweeps that are kept for later questions */
  /* Folder for scratch files of sweeps that exceed `memory`, or NULL. They have no names, and
   * nothing of them is left when the sweep or the process ends. */
  const char* scratch;

  /* Called now and then during a sweep, from any thread, by one at a time; may be NULL. */
  void (*progress)(const pipo_progress* progress, void* context);
  /* Polled often, from any thread and by several at once; may be NULL. Any result but 0 ends the
   * work with PIPO_STOPPED. */
  int (*stopped)(void* context);
  void* context; /* passed to the two functions, which must not end by an exception or longjmp */
} pipo_limits;
#define PIPO_LIMITS_INIT \
  { sizeof(pipo_limits), PIPO_METHOD_ANY, 0, 0, 0.0, UINT64_C(2) << 30, NULL, NULL, NULL, NULL }

/* How an answer was found. */
typedef struct pipo_cost {
  size_t struct_size;
  int32_t method;     /* a pipo_method */
  int32_t remembered; /* 1 if a sweep for an earlier question had computed the values, else 0 */
  uint64_t looked_at; /* values computed by a sweep, or positions searched */
  double seconds;
  int32_t swept_from; /* drawn edges of the position with which the sweep began; -1 without one */
} pipo_cost;
#define PIPO_COST_INIT \
  { sizeof(pipo_cost), PIPO_METHOD_ANY, 0, 0, 0.0, -1 }

/* Bounds of a value, both inclusive. */
typedef struct pipo_bounds {
  size_t struct_size;
  int32_t lower;
  int32_t upper;
} pipo_bounds;
#define PIPO_BOUNDS_INIT \
  { sizeof(pipo_bounds), 0, 0 }

/* Opens a solver. `tables` may be NULL: then those of the atlas are used. Otherwise their values
 * are used, and the handle of the tables may be closed before the solver. `limits` are those of all
 * questions that have none of their own; NULL: PIPO_LIMITS_INIT. *solver is a handle even after a
 * failure, so that the caller can ask it for the error. *solver is NULL only if there is no memory
 * for a handle (PIPO_OUT_OF_MEMORY). pipo_solver_close frees the handle and sets *solver to NULL.
 */
PIPOPIPETTE_API pipo_code pipo_solver_open(const pipo_tables* tables, const pipo_limits* limits,
                                           pipo_solver** solver);
PIPOPIPETTE_API void pipo_solver_close(pipo_solver** solver);

/* Return the code, and one line of text, of the last failed call of this thread with this solver,
 * as pipo_error_code and pipo_error_text. */
PIPOPIPETTE_API pipo_code pipo_solver_error_code(const pipo_solver* solver);
PIPOPIPETTE_API const char* pipo_solver_error_text(const pipo_solver* solver);

/* Writes the value of a position and of each of its moves, and to *cost, unless it is NULL, how
 * they were found. `limits` are those of this question; NULL: those of the solver. Fails with
 *
 * - PIPO_OUT_OF_MEMORY or PIPO_OUT_OF_TIME if solving would exceed the limits;
 * - PIPO_DISK_FULL or PIPO_CANNOT_WRITE if scratch files do not fit on the disk or cannot be
 * written;
 * - PIPO_STOPPED if `stopped` ended the work;
 * - PIPO_MISSING_TABLE if only tables may be used and none covers the position;
 * - the codes of pipo_moves. */
PIPOPIPETTE_API pipo_code pipo_solve(const pipo_solver* solver, pipo_position position,
                                     const pipo_limits* limits, pipo_answer* answer,
                                     pipo_cost* cost);

/* Writes bounds of the value. If the position can be solved within the limits, it also writes the
 * answer and, unless it is NULL, the cost, sets *why_not to PIPO_OK, and both bounds are the value.
 * Otherwise *why_not is the code with which pipo_solve fails (PIPO_OUT_OF_MEMORY, PIPO_OUT_OF_TIME,
 * PIPO_SYSTEM_LIMIT, PIPO_MISSING_TABLE), the answer is unchanged, and pipo_solver_error_text
 * returns the reason. Fails with the other codes of pipo_solve. */
PIPOPIPETTE_API pipo_code pipo_try_solve(const pipo_solver* solver, pipo_position position,
                                         const pipo_limits* limits, pipo_bounds* bounds,
                                         pipo_answer* answer, pipo_cost* cost, pipo_code* why_not);

/* Writes a line of best play to the end of the game as pipo_line. The limits are those of the whole
 * line. Fails as pipo_solve. */
PIPOPIPETTE_API pipo_code pipo_solver_line(const pipo_solver* solver, pipo_position position,
                                           const pipo_limits* limits, pipo_move* moves,
                                           size_t* count);

/* Writes the value of each move of many positions of one board, with E edges: values[i * E + e] is
 * that of edge e in position i, or PIPO_DRAWN. `values` must have room for count * E values. The
 * limits are those of each position. Errors of single positions are not failures: moves that cannot
 * be answered are marked with PIPO_DAMAGED if tables cover them but none of them can be used, and
 * with PIPO_NOT_COVERED otherwise; pipo_try_solve has the reason. After PIPO_STOPPED the values
 * found until then are there, and the others are marked. After any other failure all are
 * PIPO_NOT_COVERED, except that a null pointer or a wrong board leaves them unchanged. */
PIPOPIPETTE_API pipo_code pipo_solver_move_values(const pipo_solver* solver, int32_t rows,
                                                  int32_t columns, const uint64_t* drawn,
                                                  size_t count, const pipo_limits* limits,
                                                  int8_t* values);

/* The result for one position of a batch: bounds of its value, both inclusive, and the answer if it
 * could be solved. The structure and what it points to are the library's,
 * and are valid only during the call. */
typedef struct pipo_attempt {
  size_t struct_size;
  size_t number; /* of the position in the batch, from 0 */
  int32_t lower;
  int32_t upper;
  const pipo_answer* answer; /* NULL if the position could not be solved */
  const pipo_cost* cost;     /* NULL if the position could not be solved */
  int32_t why_not;           /* PIPO_OK, or the pipo_code with which pipo_solve fails */
  const char* why_not_text;  /* "" or the reason, one line */
} pipo_attempt;

/* Finds what pipo_try_solve finds for many positions, of any boards, in the order that costs least:
 * one sweep answers all positions that contain its start. Calls `found` once for each position, by
 * one thread at a time, in any order and from any thread; it must not end by an exception or
 * longjmp. The limits are those of each position. An error of one position, such as a damaged
 * table, is its why_not; the others are solved. Fails with PIPO_BAD_INPUT, before any call of
 * `found`, if a position has edges that are not on its board, and with PIPO_STOPPED. */
PIPOPIPETTE_API pipo_code pipo_solve_all(const pipo_solver* solver, const pipo_position* positions,
                                         size_t count, const pipo_limits* limits,
                                         void (*found)(const pipo_attempt* known, void* context),
                                         void* context);

/* The result of pipo_solver_bound. */
typedef struct pipo_value_bounds {
  size_t struct_size;
  int32_t lower; /* bounds of the value, both inclusive */
  int32_t upper;
  int32_t move;    /* an edge worth at least the lower bound, or -1 if none is known */
  int32_t method;  /* a pipo_method; a search may also use tables and sweeps */
  int32_t in_time; /* 0 if the time limit ended the search before the window was settled, else 1 */
  uint64_t looked_at; /* values computed by a sweep, or positions searched */
  uint64_t helped;    /* positions of the search answered by tables and sweeps */
  double seconds;
} pipo_value_bounds;
#define PIPO_VALUE_BOUNDS_INIT \
  { sizeof(pipo_value_bounds), 0, 0, -1, PIPO_METHOD_ANY, 0, 0, 0, 0.0 }

/* Finds out whether the value is below the window from low to high, -400 to 400, above it, or which
 * value inside it; with high = low - 1, only whether it is at least low. This is for positions that
 * are too large to solve. At the time limit it writes the bounds known by then and in_time 0. Fails
 * with the codes of pipo_solve, and with PIPO_BAD_INPUT if low > high + 1. */
PIPOPIPETTE_API pipo_code pipo_solver_bound(const pipo_solver* solver, pipo_position position,
                                            int32_t low, int32_t high, const pipo_limits* limits,
                                            pipo_value_bounds* bounds);

/* A graph of strings-and-coins: coins are boxes, strings are open edges. A handle must not be opened
 * or closed while another thread uses it. */
typedef struct pipo_graph pipo_graph;

/* The values of a graph. */
typedef struct pipo_graph_answer {
  size_t struct_size;
  int32_t value;     /* the margin for the player to move, in coins */
  int32_t nim_value; /* in Nimstring; 0 if loony */
  int32_t loony;     /* 1 if coins are on offer that may be taken or handed back, else 0 */
  uint64_t looked_at; /* positions searched */
  double seconds;
} pipo_graph_answer;
#define PIPO_GRAPH_ANSWER_INIT \
  { sizeof(pipo_graph_answer), 0, 0, 0, 0, 0.0 }

/* Reads an edge list: on each line the two ends of a string, separated by spaces. Coins have any
 * names; "ground" is the ground. '#' begins a comment. The same line twice is two strings. Strings
 * are numbered from 0, coins in the order in which they occur. As for solvers, *graph is a handle
 * even after a failure, which pipo_graph_close frees. */
PIPOPIPETTE_API pipo_code pipo_graph_open(const char* edges, pipo_graph** graph);
PIPOPIPETTE_API void pipo_graph_close(pipo_graph** graph);

/* Return the code, and one line of text, of the last failed call of this thread with this graph. */
PIPOPIPETTE_API pipo_code pipo_graph_error_code(const pipo_graph* graph);
PIPOPIPETTE_API const char* pipo_graph_error_text(const pipo_graph* graph);

/* Writes the numbers of coins and of strings. */
PIPOPIPETTE_API pipo_code pipo_graph_size(const pipo_graph* graph, int32_t* coins,
                                          int32_t* strings);

/* Solves a graph. `moves` and `line` may be NULL; otherwise they have room for as many moves as the
 * graph has strings, and all are written: each string with its value, in order, and a line of best
 * play to the end. pipo_move::edge is the number of a string. Of the limits, memory, seconds and
 * stopped count; NULL: none. Fails with PIPO_OUT_OF_TIME, also if the graph is too large to be
 * solved, PIPO_OUT_OF_MEMORY and PIPO_STOPPED. */
PIPOPIPETTE_API pipo_code pipo_graph_solve(const pipo_graph* graph, const pipo_limits* limits,
                                           pipo_graph_answer* answer, pipo_move* moves,
                                           pipo_move* line);

#ifdef __cplusplus
}
#endif

#endif
