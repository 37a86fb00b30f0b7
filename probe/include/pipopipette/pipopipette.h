/* The tables for C, and for every language that can call C.
 *
 *   const char* folder = "tables";
 *   pipo_tables* tables = NULL;
 *   pipo_position position;
 *   int value = 0;
 *   if (pipo_open(&folder, 1, NULL, &tables) == PIPO_OK &&
 *       pipo_parse(tables, "3x3:110001000011101010101000", &position) == PIPO_OK &&
 *       pipo_value(tables, position, &value) == PIPO_OK) {
 *     printf("%d\n", value);
 *   } else {
 *     fprintf(stderr, "%s\n", pipo_error_text(tables));
 *   }
 *   pipo_close(&tables);
 *
 * The boards are those with at most 64 edges. Edges are numbered as in OpenSpiel's strings:
 * horizontals first, row by row from the top, then verticals row by row; bit i of a mask stands for
 * edge i, 1 for drawn. A value is a margin: boxes the player to move will still take, less those of
 * the opponent, under best play.
 *
 * A handle may be used by many threads at once, but for pipo_open and pipo_close. There is no state
 * outside of handles. Nothing is printed, nothing ends the process. Where a call fails, what it was
 * to write is as it was before, unless said otherwise.
 *
 * Structures that may grow begin with struct_size: set it by their _INIT macros, as in
 * "pipo_answer answer = PIPO_ANSWER_INIT;", so that programs built with older headers go on working.
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

#define PIPO_MAXIMUM_EDGES 64

/* The same numbers as the exit codes of the program. */
typedef enum pipo_code {
  PIPO_OK = 0,
  PIPO_BAD_INPUT = 2,     /* what is no position, a null pointer, a wrong struct_size */
  PIPO_MISSING_TABLE = 3, /* no table covers the position; a folder or file is not there, or may
                             not be read */
  PIPO_DAMAGED_TABLE = 4, /* a file is not what it should be */
  PIPO_NO_SPACE = 5       /* memory, or files that may be open, do not suffice */
} pipo_code;

typedef struct pipo_tables pipo_tables;

typedef struct pipo_options {
  size_t struct_size;
  uint64_t cache_bytes; /* for decoded blocks */
} pipo_options;
#define PIPO_OPTIONS_INIT \
  { sizeof(pipo_options), UINT64_C(1) << 30 }

/* A table that was found. */
typedef struct pipo_table {
  size_t struct_size;
  int32_t rows; /* rows <= columns */
  int32_t columns;
  uint64_t start; /* edges that every position of the table contains */
} pipo_table;
#define PIPO_TABLE_INIT \
  { sizeof(pipo_table), 0, 0, 0 }

typedef struct pipo_position {
  int32_t rows;
  int32_t columns;
  uint64_t drawn;
} pipo_position;

typedef struct pipo_move {
  int32_t edge;
  int32_t captures; /* boxes it completes: 0, 1 or 2 */
  int32_t value;    /* margin for the player who draws it, captures included */
  int32_t player;   /* in a line of play: 0 for the player to move in its first position, 1 for the
                       other */
} pipo_move;

typedef struct pipo_answer {
  size_t struct_size;
  int32_t value;
  int32_t move_count;
  uint64_t best; /* the edges whose value is that of the position, as a mask */
  pipo_move moves[PIPO_MAXIMUM_EDGES]; /* every open edge, by number */
} pipo_answer;
#define PIPO_ANSWER_INIT \
  { sizeof(pipo_answer), 0, 0, 0, {{0, 0, 0, 0}} }

/* In place of a value where no table covers the position. */
#define PIPO_NOT_COVERED (-128)

/* The version of the library, which may be another one than that of this header. */
PIPOPIPETTE_API const char* pipo_version(void);

/* Takes the tables in `count` tables folders; options may be NULL. *tables is a handle even where
 * this fails (PIPO_MISSING_TABLE: none of the folders can be read), so that there is something to
 * ask for the error; it is NULL where even that is not possible (PIPO_NO_SPACE, or PIPO_BAD_INPUT
 * for a null pointer). It is given back by pipo_close, which also sets it to NULL. */
PIPOPIPETTE_API pipo_code pipo_open(const char* const* folders, size_t count,
                                    const pipo_options* options, pipo_tables** tables);
PIPOPIPETTE_API void pipo_close(pipo_tables** tables);

/* Why this thread's last call with this handle that failed did so: the code, and one line of text,
 * which stays until the next such failure or pipo_close. Of a null handle PIPO_BAD_INPUT. Where
 * pipo_open has failed, every other call fails in the same way. */
PIPOPIPETTE_API pipo_code pipo_error_code(const pipo_tables* tables);
PIPOPIPETTE_API const char* pipo_error_text(const pipo_tables* tables);

/* The tables found; the number-th of them, from 0. */
PIPOPIPETTE_API pipo_code pipo_found(const pipo_tables* tables, size_t* count);
PIPOPIPETTE_API pipo_code pipo_found_table(const pipo_tables* tables, size_t number,
                                           pipo_table* table);

/* Reads "RxC:BITS", one 0 or 1 an edge. Writes it, ended by a NUL, into a buffer of `size` bytes; 80
 * do for every board. */
PIPOPIPETTE_API pipo_code pipo_parse(const pipo_tables* tables, const char* text,
                                     pipo_position* position);
PIPOPIPETTE_API pipo_code pipo_print(const pipo_tables* tables, pipo_position position,
                                     char* buffer, size_t size);

/* Edges by name, "h2.3" or "v0.4": row.column, from 0. Writes an edge's name, ended by a NUL, into a
 * buffer of `size` bytes; 8 do. Reads such a name, or a number. */
PIPOPIPETTE_API pipo_code pipo_edge_name(const pipo_tables* tables, int32_t rows, int32_t columns,
                                         int32_t edge, char* buffer, size_t size);
PIPOPIPETTE_API pipo_code pipo_parse_edge(const pipo_tables* tables, int32_t rows, int32_t columns,
                                          const char* text, int32_t* edge);

/* The value of a position. */
PIPOPIPETTE_API pipo_code pipo_value(const pipo_tables* tables, pipo_position position, int* value);

/* Of it and of each of its moves; their `player` is 0. */
PIPOPIPETTE_API pipo_code pipo_moves(const pipo_tables* tables, pipo_position position,
                                     pipo_answer* answer);

/* Of many positions of one board, by so many threads (0: all the machine has); each block of the
 * files is read once (of up to four million positions). Where no table covers a position its value
 * is PIPO_NOT_COVERED, the code is PIPO_MISSING_TABLE, and the values of the others are right. After
 * every other failure all of them are PIPO_NOT_COVERED. */
PIPOPIPETTE_API pipo_code pipo_values(const pipo_tables* tables, int32_t rows, int32_t columns,
                                      const uint64_t* drawn, size_t count, int8_t* values,
                                      unsigned threads);

/* Best play to the end: *count moves, at most PIPO_MAXIMUM_EDGES, for which `moves` has place. */
PIPOPIPETTE_API pipo_code pipo_line(const pipo_tables* tables, pipo_position position,
                                    pipo_move* moves, size_t* count);

#ifdef __cplusplus
}
#endif

#endif
