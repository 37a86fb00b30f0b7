/* Games answer texts that are none, and buffers that are too small, with a code. */
#include <pipopipette/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static pipo_game* opened(void) {
  const pipo_position empty = {2, 2, 0};
  pipo_game* game = NULL;
  CHECK(pipo_game_open(empty, NULL, &game) == PIPO_OK);
  return game;
}

static void bytes_that_are_no_game(void) {
  const char* const texts[] = {"",
                               "2x2",
                               "\xff\xfe",
                               "{",
                               "99999999999x1 h0.0",
                               "2x2 1. a1-a9",
                               "5x5:",
                               "2x2 h0.0; h0.0",
                               "+--+",
                               "%s%n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    for (size_t number = 0; number <= pipo_notation_count(); ++number) {
      pipo_notation notation = PIPO_NOTATION_INIT;
      const char* name = "auto";
      pipo_game* game = NULL;
      if (pipo_notation_at(number, &notation) == PIPO_OK) name = notation.name;
      const pipo_code code = pipo_game_read(name, texts[i], &game, NULL);
      CHECK(code == PIPO_OK || code == PIPO_BAD_INPUT);
      CHECK((code == PIPO_OK) == (strlen(pipo_game_error_text(game)) == 0));
      pipo_game_close(&game);
    }
  }
}

/* Every buffer up to the size that is needed; valgrind sees any byte written behind it. */
static void buffers(void) {
  pipo_game* game = opened();
  CHECK(pipo_game_play(game, 0, NULL) == PIPO_OK);
  for (size_t number = 0; number < pipo_notation_count(); ++number) {
    pipo_notation notation = PIPO_NOTATION_INIT;
    size_t needed = 0;
    CHECK(pipo_notation_at(number, &notation) == PIPO_OK);
    if (pipo_game_write(game, notation.name, NULL, 0, &needed) != PIPO_OK) continue;
    for (size_t size = 1; size <= needed; ++size) {
      char* buffer = malloc(size);
      size_t again = 0;
      CHECK(buffer != NULL);
      CHECK(pipo_game_write(game, notation.name, buffer, size, &again) ==
            (size < needed ? PIPO_BAD_INPUT : PIPO_OK));
      CHECK(again == needed);
      CHECK(size < needed || strlen(buffer) == needed - 1);
      free(buffer);
    }
  }
  pipo_game_close(&game);
}

int main(void) {
  bytes_that_are_no_game();
  buffers();
  return 0;
}
