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
 * and what is remembered answer at once; sweeps and searches run one after the other. After any
 * failure the solver can be used as before.
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
typedef enum pipo_way {
  PIPO_WAY_ANY = 0, /* in limits: the solver chooses */
  PIPO_WAY_TABLE = 1,
  PIPO_WAY_SWEEP = 2,
  PIPO_WAY_SEARCH = 3
} pipo_way;

/* The progress of a sweep. Its struct_size is that of the library. */
typedef struct pipo_progress {
  size_t struct_size;
  int32_t layer;
  uint64_t done; /* values */
  uint64_t total;
  double seconds; /* since the sweep began */
} pipo_progress;

/* What a question may cost, and whom to tell about it. */
typedef struct pipo_limits {
  size_t struct_size;
  int32_t only;      /* the only pipo_way to use */
  int32_t threads;   /* of sweeps; 0: all of the machine */
  uint64_t memory;   /* bytes; 0: what the machine has */
  double seconds;    /* 0: none */
  uint64_t remember; /* bytes of the tables of sweeps that are kept for later questions */

  /* Called now and then during a sweep, from any thread, by one at a time; may be NULL. */
  void (*progress)(const pipo_progress* progress, void* context);
  /* Polled often, from any thread, also by several at once; may be NULL. Any result but 0 ends the
   * work with PIPO_STOPPED. */
  int (*stopped)(void* context);
  void* context; /* passed to the two functions, which must not end by an exception or longjmp */
} pipo_limits;
#define PIPO_LIMITS_INIT \
  { sizeof(pipo_limits), PIPO_WAY_ANY, 0, 0, 0.0, UINT64_C(2) << 30, NULL, NULL, NULL }

/* How an answer was found. */
typedef struct pipo_cost {
  size_t struct_size;
  int32_t way;        /* a pipo_way */
  int32_t remembered; /* 1 if a sweep for an earlier question had computed the values, else 0 */
  uint64_t looked_at; /* values computed by a sweep, or positions searched */
  double seconds;
} pipo_cost;
#define PIPO_COST_INIT \
  { sizeof(pipo_cost), PIPO_WAY_ANY, 0, 0, 0.0 }

/* Bounds of a value, both inclusive. */
typedef struct pipo_bounds {
  size_t struct_size;
  int32_t lower;
  int32_t upper;
} pipo_bounds;
#define PIPO_BOUNDS_INIT \
  { sizeof(pipo_bounds), 0, 0 }

/* Opens a solver. `tables` may be NULL; otherwise their values are used, and the handle of the
 * tables may be closed before the solver. `limits` are those of all questions that have none of
 * their own; NULL: PIPO_LIMITS_INIT. *solver is a handle even after a failure, so that the caller
 * can ask it for the error. *solver is NULL only if there is no memory for a handle
 * (PIPO_OUT_OF_MEMORY). pipo_solver_close frees the handle and sets *solver to NULL. */
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
 * - PIPO_STOPPED if `stopped` said so;
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
PIPOPIPETTE_API pipo_code pipo_know(const pipo_solver* solver, pipo_position position,
                                    const pipo_limits* limits, pipo_bounds* bounds,
                                    pipo_answer* answer, pipo_cost* cost, pipo_code* why_not);

/* Writes a line of best play to the end of the game as pipo_line. The limits are those of the whole
 * line. Fails as pipo_solve. */
PIPOPIPETTE_API pipo_code pipo_solver_line(const pipo_solver* solver, pipo_position position,
                                           const pipo_limits* limits, pipo_move* moves,
                                           size_t* count);

#ifdef __cplusplus
}
#endif

#endif
