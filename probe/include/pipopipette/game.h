/* The rules of the game, whole games, and the notations of other programs, for C. No tables are
 * needed.
 *
 *   pipo_game* game = NULL;
 *   pipo_game_state now = PIPO_GAME_STATE_INIT;
 *   const pipo_position start = {1, 2, 0};
 *   int32_t taken = 0;
 *   if (pipo_game_open(start, NULL, &game) == PIPO_OK &&
 *       pipo_game_play(game, 0, &taken) == PIPO_OK &&
 *       pipo_game_get(game, &now) == PIPO_OK) {
 *     printf("player %d is to move\n", (int)now.turn);
 *   } else {
 *     fprintf(stderr, "%s\n", pipo_game_error_text(game));
 *   }
 *   pipo_game_close(&game);
 *
 * Player 0 makes the first move; the other one is player 1. A player draws one open edge. A player
 * who completes a box, or two, takes them and moves again. When all edges are drawn, the player
 * with more boxes wins. Boxes are numbered row by row from the top, from 0; bit i of a mask of
 * boxes is box i.
 *
 * Many threads may use different games at once. One game must not be used by several threads while
 * one of them changes it, with pipo_game_play, pipo_game_undo or pipo_game_close.
 */
#ifndef PIPOPIPETTE_GAME_H
#define PIPOPIPETTE_GAME_H

#include "pipopipette/pipopipette.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most boxes of a board whose edges fit into a mask: those of 5x5. */
#define PIPO_SMALL_BOARD_BOXES 25

/* The rules, on positions. All fail with PIPO_BAD_INPUT if edges are drawn that are not on the
 * board; no text is kept. */

/* Writes the mask of the open edges. Every one of them is a legal move. */
PIPOPIPETTE_API pipo_code pipo_legal_moves(pipo_position position, uint64_t* edges);

/* Writes the mask of the boxes that drawing an open edge completes: none, one or two. Fails with
 * PIPO_BAD_INPUT for an edge that is drawn or not on the board. */
PIPOPIPETTE_API pipo_code pipo_completed_by(pipo_position position, int32_t edge, uint64_t* boxes);

/* Writes the mask of the boxes with all four sides drawn. */
PIPOPIPETTE_API pipo_code pipo_complete_boxes(pipo_position position, uint64_t* boxes);

/* Takes every box that can be taken: draws the last open edge of a box with three sides drawn,
 * until there is none. Writes the position reached, in which no box has exactly three sides drawn,
 * and the mask of the boxes taken. */
PIPOPIPETTE_API pipo_code pipo_settled(pipo_position position, pipo_position* quiet,
                                       uint64_t* captured);

/* Writes the position that represents all mirror images of a position, which have the same value:
 * rows <= columns, and the least mask. */
PIPOPIPETTE_API pipo_code pipo_canonical(pipo_position position, pipo_position* canonical);

/* In place of a player, an edge or boxes. */
#define PIPO_UNKNOWN (-1)
/* In place of a winner. */
#define PIPO_TIE 2

typedef struct pipo_game pipo_game;

/* The known facts about a position from which a game starts. PIPO_GAME_SETUP_INIT sets all to
 * unknown. */
typedef struct pipo_game_setup {
  size_t struct_size;
  int32_t turn;        /* the player to move, 0 or 1, or PIPO_UNKNOWN */
  int32_t score[2];    /* boxes of player 0 and of player 1, or both PIPO_UNKNOWN. They may be fewer
                          than the complete boxes; the score then leaves out the others. */
  int32_t owner_count; /* entries of `owners`: 0 if no owner is known, or all boxes of the board */
  int32_t owners[PIPO_SMALL_BOARD_BOXES]; /* by box: the player who took it; PIPO_UNKNOWN if it is
                                             not complete or its owner is unknown */
  int32_t edge_count;                     /* entries of `edges`: 0, or all drawn edges */
  /* the drawn edges in any order; it is kept for notations */
  int32_t edges[PIPO_SMALL_BOARD_EDGES];
} pipo_game_setup;
#define PIPO_GAME_SETUP_INIT                                                          \
  {                                                                                   \
    sizeof(pipo_game_setup), PIPO_UNKNOWN, {PIPO_UNKNOWN, PIPO_UNKNOWN}, 0, {0}, 0, { \
      0                                                                               \
    }                                                                                 \
  }

/* The state of a game on a board of any size, up to 20x20. */
typedef struct pipo_game_state {
  size_t struct_size;
  int32_t rows;
  int32_t columns;
  int32_t in_order;       /* 1 if player 0 began on an empty board, so that all moves are known */
  int32_t turn;           /* the player to move, 0 or 1; at the end the player who moved last; or
                             PIPO_UNKNOWN */
  int32_t score[2];       /* boxes of player 0 and of player 1, or both PIPO_UNKNOWN */
  int32_t over;           /* 1 if all edges are drawn, else 0 */
  int32_t winner;         /* at the end, by the score: 0, 1 or PIPO_TIE; otherwise PIPO_UNKNOWN */
  int32_t margin;         /* boxes of player 0 less those of player 1, if `winner` is known; else 0.
                             It includes the cost of the last move. */
  int32_t edge_count;     /* drawn edges */
  int32_t move_count;     /* moves since the start */
  int32_t last_move_cost; /* points that the last move costs its player, as a notation may say */
} pipo_game_state;
#define PIPO_GAME_STATE_INIT \
  { sizeof(pipo_game_state), 0, 0, 0, 0, {0, 0}, 0, 0, 0, 0, 0, 0 }

/* Starts a game from a position. With `known` NULL, the game on an empty board is a whole game with
 * player 0 to move, and nothing is known about any other position. Fails with PIPO_BAD_INPUT if
 * `known` contradicts the position or itself. *game is a handle even after a failure, so that the
 * caller can ask it for the error. *game is NULL only if there is no memory for a handle
 * (PIPO_OUT_OF_MEMORY). pipo_game_close frees the handle and sets *game to NULL. After
 * pipo_game_open or pipo_game_read has failed, every other call fails in the same way. */
PIPOPIPETTE_API pipo_code pipo_game_open(pipo_position start, const pipo_game_setup* known,
                                         pipo_game** game);
PIPOPIPETTE_API void pipo_game_close(pipo_game** game);

/* Return the code, and one line of text, of the last failed call of this thread with this game, as
 * pipo_error_code and pipo_error_text. */
PIPOPIPETTE_API pipo_code pipo_game_error_code(const pipo_game* game);
PIPOPIPETTE_API const char* pipo_game_error_text(const pipo_game* game);

/* Opens a separate game with the same start and the same moves. */
PIPOPIPETTE_API pipo_code pipo_game_copy(const pipo_game* from, pipo_game** game);

/* Draws an edge for the player to move. Writes to *taken, unless it is NULL, how many boxes that
 * player takes: 0, 1 or 2. Fails with PIPO_BAD_INPUT if the game is over, or the edge is drawn
 * already or not on the board; the game is then unchanged. */
PIPOPIPETTE_API pipo_code pipo_game_play(pipo_game* game, int32_t edge, int32_t* taken);

/* Takes the last move since the start back. Fails with PIPO_BAD_INPUT if there is none. */
PIPOPIPETTE_API pipo_code pipo_game_undo(pipo_game* game);

/* Writes the state of a game. */
PIPOPIPETTE_API pipo_code pipo_game_get(const pipo_game* game, pipo_game_state* state);

/* Writes the position of a game. Fails with PIPO_BAD_INPUT on boards with more than 64 edges. */
PIPOPIPETTE_API pipo_code pipo_game_position(const pipo_game* game, pipo_position* position);

/* Write the drawn edges, those of the start and then the moves in order of play, and by box the
 * player who took it, or PIPO_UNKNOWN if it is not complete or its owner is unknown. `room` is the
 * number of entries of the array; PIPO_BAD_INPUT if it is smaller than edge_count, or than the
 * boxes. */
PIPOPIPETTE_API pipo_code pipo_game_edges(const pipo_game* game, int32_t* edges, size_t room);
PIPOPIPETTE_API pipo_code pipo_game_owners(const pipo_game* game, int32_t* owners, size_t room);

typedef enum pipo_notation_form {
  PIPO_FORM_LINE = 0, /* one line: the board, a space, and the edges (dbn: "RxC:BITS") */
  PIPO_FORM_JSON = 1, /* a JSON object, on one line or several */
  PIPO_FORM_FILE = 2  /* several lines */
} pipo_notation_form;

/* A notation. The texts are constants of the library. */
typedef struct pipo_notation {
  size_t struct_size;
  const char* name;
  const char* description; /* one line */
  int32_t form;            /* a pipo_notation_form */
  int32_t lists;           /* 1 if it lists the edges one by one, 0 if it gives them as a set */
  int32_t order;    /* 1 if a text contains the order of play; a game to write must know it */
  int32_t turn;     /* 1 if a text contains the player to move */
  int32_t score;    /* 1 if a text contains the score */
  int32_t reserved; /* 0 */
} pipo_notation;
#define PIPO_NOTATION_INIT \
  { sizeof(pipo_notation), NULL, NULL, 0, 0, 0, 0, 0, 0 }

/* pipo_notation_count returns the number of notations. pipo_notation_at writes one of them,
 * 0 <= number < pipo_notation_count(); it fails with PIPO_BAD_INPUT for any other number, a null
 * pointer or a wrong struct_size. */
PIPOPIPETTE_API size_t pipo_notation_count(void);
PIPOPIPETTE_API pipo_code pipo_notation_at(size_t number, pipo_notation* notation);

/* Reads a line, or a whole file, in the notation with this name, and opens a game as pipo_game_open
 * does; games on boards with more than 64 edges are opened in this way only, the empty one with the
 * notation "moves" and the text "7x7". "auto" detects the notation. Writes the name of the notation
 * to *detected, unless it is NULL; it is a constant of the library. Fails with PIPO_BAD_INPUT; the
 * text names the column (in a file also the line), counted from 1, and the mistake, or all
 * notations that fit. */
PIPOPIPETTE_API pipo_code pipo_game_read(const char* notation, const char* text, pipo_game** game,
                                         const char** detected);

/* Writes a line without a newline, or a whole file, ended by a NUL, into a buffer of `size` bytes.
 * Writes to *needed, unless it is NULL, the bytes that the text takes with its NUL. With a NULL
 * buffer and `size` 0 it writes only *needed. Fails with PIPO_BAD_INPUT
 *
 * - if the buffer is too small: *needed is written, the buffer is unchanged;
 * - if the notation cannot express the game, because it is for other boards, or the game lacks the
 *   order of play, the turn or the owners. */
PIPOPIPETTE_API pipo_code pipo_game_write(const pipo_game* game, const char* notation, char* buffer,
                                          size_t size, size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
