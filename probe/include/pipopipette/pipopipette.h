/* The tables for C, and for every language that can call C.
 *
 *   const char* folder = "tables";
 *   pipo_tables* tables = NULL;
 *   pipo_position position;
 *   int32_t value = 0;
 *   if (pipo_open(&folder, 1, NULL, &tables) == PIPO_OK &&
 *       pipo_parse(tables, "3x3:110001000011101010101000", &position) == PIPO_OK &&
 *       pipo_value(tables, position, &value) == PIPO_OK) {
 *     printf("%d\n", (int)value);
 *   } else {
 *     fprintf(stderr, "%s\n", pipo_error_text(tables));
 *   }
 *   pipo_close(&tables);
 *
 * Edges are numbered as in OpenSpiel's strings: horizontals first, row by row from the top, then
 * verticals row by row. Bit i of a mask is edge i, 1 for drawn. A value is a margin: the boxes the
 * player to move will still take, less those of the opponent, under best play.
 *
 * A small board has at most 64 edges. Masks and tables are of small boards; a function that takes a
 * mask or a pipo_position fails with PIPO_BAD_INPUT for a larger board. Names of edges, and games
 * (game.h), are of boards up to 20x20.
 *
 * Many threads may use a handle at once, except in pipo_open and pipo_close. A child of fork() may
 * use and close its parent's handles, even if other threads of the parent were using them. There is
 * no state outside of handles. The library never prints and never ends the process. If a call
 * fails, its outputs are unchanged unless its description says otherwise.
 *
 * game.h has the rules, whole games and the notations of other programs; solver.h has exact values
 * without tables.
 *
 * Structures that may grow begin with struct_size. Initialise them with their _INIT macros, as in
 * "pipo_answer answer = PIPO_ANSWER_INIT;", so that programs built with older headers keep working.
 */
#ifndef PIPOPIPETTE_PIPOPIPETTE_H
#define PIPOPIPETTE_PIPOPIPETTE_H

#include <stddef.h>
#include <stdint.h>

#include "pipopipette/export.h"
#include "pipopipette/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most edges of a board that fit into a mask. */
#define PIPO_SMALL_BOARD_EDGES 64
/* The most edges and boxes of any board, those of 20x20. Every value is from -PIPO_MAXIMUM_VALUE to
 * PIPO_MAXIMUM_VALUE. */
#define PIPO_MAXIMUM_EDGES 840
#define PIPO_MAXIMUM_BOXES 400
#define PIPO_MAXIMUM_VALUE 400

/* Result codes, one for each kind of error. Later versions may add codes. */
typedef enum pipo_code {
  PIPO_OK = 0,
  PIPO_BAD_INPUT = 2,        /* a malformed position, a null pointer, a wrong struct_size */
  PIPO_MISSING_TABLE = 3,    /* no table covers the position, or a folder or file is missing */
  PIPO_DAMAGED_TABLE = 4,    /* a file is truncated, altered, or not one of ours */
  PIPO_OUT_OF_MEMORY = 5,    /* there is too little memory, or the caller allows too little */
  PIPO_UNREADABLE_TABLE = 6, /* this process is not permitted to read a table */
  PIPO_NEWER_TABLE = 7,      /* a newer version of Pipopipette made the file */
  PIPO_OUT_OF_TIME = 8,      /* the work takes more time than the caller allows */
  PIPO_DISK_FULL = 9,        /* no room for scratch files (solver.h) */
  PIPO_SYSTEM_LIMIT = 10,    /* the system permits no more open files or threads */
  PIPO_CANNOT_WRITE = 11,    /* scratch files cannot be written (solver.h) */
  PIPO_BUSY = 12,            /* of the program; no function returns it */
  PIPO_INTERNAL = 70,        /* a bug in the library */
  PIPO_STOPPED = 130         /* the caller stopped the work */
} pipo_code;

typedef struct pipo_tables pipo_tables;

typedef struct pipo_options {
  size_t struct_size;
  uint64_t cache_bytes; /* memory for decoded blocks */
  int32_t no_atlas;     /* 1: leave out the tables of the atlas; else 0 */
  /* Use only tables in which the last move costs its player this many points; usually 0. The atlas
   * has none with a cost. */
  uint64_t last_move_cost;
} pipo_options;
#define PIPO_OPTIONS_INIT \
  { sizeof(pipo_options), UINT64_C(1) << 30, 0, 0 }

/* A table found on disk. */
typedef struct pipo_table {
  size_t struct_size;
  int32_t rows; /* rows <= columns */
  int32_t columns;
  uint64_t start; /* edges that every position of the table contains */
  int32_t atlas;  /* 1 if it is of the atlas, else 0 */
  int32_t last_move_cost;
} pipo_table;
#define PIPO_TABLE_INIT \
  { sizeof(pipo_table), 0, 0, 0, 0, 0 }

typedef struct pipo_position {
  int32_t rows;
  int32_t columns;
  uint64_t drawn;
} pipo_position;

typedef struct pipo_move {
  int32_t edge;
  int32_t captures; /* boxes it completes: 0, 1 or 2 */
  int32_t value;    /* margin for the player who draws it, captures included */
  int32_t player;   /* in a line of play: 0 is the player to move in its first position, 1 is the
                       other */
} pipo_move;

typedef struct pipo_answer {
  size_t struct_size;
  int32_t value;
  int32_t move_count;
  uint64_t best; /* mask of the edges whose value equals that of the position */
  pipo_move moves[PIPO_SMALL_BOARD_EDGES]; /* every open edge, by number */
  int32_t computed; /* 1 if some value is of a layer that the table omits, and was computed from
                       later layers; else 0 */
  int32_t atlas;    /* 1 if the table is of the atlas, else 0 */
} pipo_answer;
#define PIPO_ANSWER_INIT \
  { sizeof(pipo_answer), 0, 0, 0, {{0, 0, 0, 0}}, 0, 0 }

/* Written in place of a value by the functions for many positions. */
#define PIPO_NOT_COVERED (-128) /* no table covers the position */
#define PIPO_DAMAGED (-127)     /* tables cover it, but none of them can be used */
#define PIPO_DRAWN (-126)       /* a move that is not possible: the edge is drawn already */

/* Returns the version of the library, which may differ from that of this header. */
PIPOPIPETTE_API const char* pipo_version(void);

/* Opens the tables in `count` tables folders; options may be NULL. If no table in these folders
 * covers a position, the atlas answers. It is installed with the library and has the first
 * positions on every solved board; a solver (solver.h) finds the values of later positions. With
 * count 0 only the atlas is used. The function fails with PIPO_MISSING_TABLE if none of the folders
 * can be read, and with PIPO_BAD_INPUT for a null pointer. *tables is a handle even after a
 * failure, so that the caller can ask it for the error. *tables is NULL only if there is no memory
 * for a handle (PIPO_OUT_OF_MEMORY). pipo_close frees the handle and sets *tables to NULL. */
PIPOPIPETTE_API pipo_code pipo_open(const char* const* folders, size_t count,
                                    const pipo_options* options, pipo_tables** tables);
PIPOPIPETTE_API void pipo_close(pipo_tables** tables);

/* Return the code, and one line of text, of the last failed call of this thread with this handle.
 * The text is valid until the next such failure or pipo_close. A null handle gives PIPO_BAD_INPUT.
 * After pipo_open has failed, every other call fails in the same way. */
PIPOPIPETTE_API pipo_code pipo_error_code(const pipo_tables* tables);
PIPOPIPETTE_API const char* pipo_error_text(const pipo_tables* tables);

/* Write the number of tables found, and one of them, 0 <= number < *count. */
PIPOPIPETTE_API pipo_code pipo_found(const pipo_tables* tables, size_t* count);
PIPOPIPETTE_API pipo_code pipo_found_table(const pipo_tables* tables, size_t number,
                                           pipo_table* table);

/* pipo_parse reads "RxC:BITS", one 0 or 1 per edge. pipo_print writes it, ended by a NUL, into a
 * buffer of `size` bytes; 80 suffice for every board. */
PIPOPIPETTE_API pipo_code pipo_parse(const pipo_tables* tables, const char* text,
                                     pipo_position* position);
PIPOPIPETTE_API pipo_code pipo_print(const pipo_tables* tables, pipo_position position,
                                     char* buffer, size_t size);

/* Edge names are "h2.3" or "v0.4": row.column, from 0. pipo_edge_name writes an edge's name, ended
 * by a NUL, into a buffer of `size` bytes; 8 suffice for every board, up to 20x20. pipo_parse_edge
 * reads a name or a number. */
PIPOPIPETTE_API pipo_code pipo_edge_name(const pipo_tables* tables, int32_t rows, int32_t columns,
                                         int32_t edge, char* buffer, size_t size);
PIPOPIPETTE_API pipo_code pipo_parse_edge(const pipo_tables* tables, int32_t rows, int32_t columns,
                                          const char* text, int32_t* edge);

/* Writes the value of a position. */
PIPOPIPETTE_API pipo_code pipo_value(const pipo_tables* tables, pipo_position position,
                                     int32_t* value);

/* Writes the value of a position and of each of its moves; their `player` is 0. */
PIPOPIPETTE_API pipo_code pipo_moves(const pipo_tables* tables, pipo_position position,
                                     pipo_answer* answer);

/* Writes the values of many positions of one board, with this number of threads (0: all of the
 * machine; fewer are PIPO_BAD_INPUT). Each block of the files is read once per four million
 * positions.
 *
 * A position that cannot be answered affects no other: its value is PIPO_NOT_COVERED or
 * PIPO_DAMAGED, all other values are valid, and the code and the text are those of the first such
 * position: PIPO_MISSING_TABLE, PIPO_UNREADABLE_TABLE, PIPO_DAMAGED_TABLE or PIPO_NEWER_TABLE.
 * After any other failure all values are PIPO_NOT_COVERED. */
PIPOPIPETTE_API pipo_code pipo_values(const pipo_tables* tables, int32_t rows, int32_t columns,
                                      const uint64_t* drawn, size_t count, int8_t* values,
                                      int32_t threads);

/* Writes the value of each move of many positions of one board, with E edges, in the same way:
 * values[i * E + e] is that of edge e in position i, or PIPO_DRAWN. `values` must have room for
 * count * E values. */
PIPOPIPETTE_API pipo_code pipo_move_values(const pipo_tables* tables, int32_t rows, int32_t columns,
                                           const uint64_t* drawn, size_t count, int8_t* values,
                                           int32_t threads);

/* Writes the best moves of many positions of one board, as masks, in the same way. The mask is 0 on
 * the full board, and for a position whose moves cannot all be valued. After a failure for another
 * reason all masks are 0. */
PIPOPIPETTE_API pipo_code pipo_best_moves(const pipo_tables* tables, int32_t rows, int32_t columns,
                                          const uint64_t* drawn, size_t count, uint64_t* best,
                                          int32_t threads);

/* Writes a line of best play to the end of the game, and its length to *count. `moves` must have
 * room for PIPO_SMALL_BOARD_EDGES moves. */
PIPOPIPETTE_API pipo_code pipo_line(const pipo_tables* tables, pipo_position position,
                                    pipo_move* moves, size_t* count);

#ifdef __cplusplus
}
#endif

#endif
