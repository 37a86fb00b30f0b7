/* The library answers any misuse from C with a code. Run it in a folder with the folders tables
 * (3x3 and 2x2), damaged (a block of layer 10 of 3x3) and incomplete (without that layer). */
#include <pipopipette/pipopipette.h>
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

static const char* const kStart = "3x3:000000000000000000000000";
/* Ten edges are drawn. */
static const char* const kTen = "3x3:110001000011101010101000";

static uint64_t ten_drawn(void) {
  uint64_t drawn = 0;
  for (int edge = 0; edge < 24; ++edge) {
    if (kTen[4 + edge] == '1') drawn |= UINT64_C(1) << edge;
  }
  return drawn;
}

static pipo_tables* opened(const char* folder) {
  pipo_tables* tables = NULL;
  CHECK(pipo_open(&folder, 1, NULL, &tables) == PIPO_OK);
  CHECK(tables != NULL);
  return tables;
}

static void null_pointers(void) {
  pipo_tables* none = NULL;
  const char* const no_folders[] = {"tables", NULL};
  const pipo_position position = {3, 3, 0};
  int value = 17;
  size_t count = 17;
  char text[80];
  pipo_move moves[PIPO_SMALL_BOARD_EDGES];
  pipo_answer answer = PIPO_ANSWER_INIT;
  pipo_table table = PIPO_TABLE_INIT;
  int8_t results[2] = {17, 17};
  const uint64_t drawn[2] = {0, 0};
  pipo_position read;

  CHECK(pipo_open(NULL, 1, NULL, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_open(NULL, 1, NULL, &none) == PIPO_BAD_INPUT);
  CHECK(strstr(pipo_error_text(none), "null pointer") != NULL);
  /* It is a handle, but of no tables. */
  CHECK(pipo_value(none, position, &value) == PIPO_BAD_INPUT && value == 17);
  CHECK(strstr(pipo_error_text(none), "null pointer") != NULL);
  pipo_close(&none);
  CHECK(pipo_open(no_folders, 2, NULL, &none) == PIPO_BAD_INPUT);
  pipo_close(&none);
  CHECK(none == NULL);

  /* Closed: null. */
  pipo_close(&none);
  pipo_close(NULL);
  CHECK(pipo_value(none, position, &value) == PIPO_BAD_INPUT && value == 17);
  CHECK(pipo_moves(none, position, &answer) == PIPO_BAD_INPUT);
  CHECK(pipo_line(none, position, moves, &count) == PIPO_BAD_INPUT && count == 17);
  CHECK(pipo_values(none, 3, 3, drawn, 2, results, 1) == PIPO_BAD_INPUT && results[0] == 17);
  CHECK(pipo_found(none, &count) == PIPO_BAD_INPUT);
  CHECK(pipo_found_table(none, 0, &table) == PIPO_BAD_INPUT);
  CHECK(pipo_parse(none, kStart, &read) == PIPO_BAD_INPUT);
  CHECK(pipo_print(none, position, text, sizeof text) == PIPO_BAD_INPUT);
  CHECK(pipo_error_code(none) == PIPO_BAD_INPUT);
  CHECK(strlen(pipo_error_text(none)) > 0);

  pipo_tables* tables = opened("tables");
  CHECK(pipo_error_code(tables) == PIPO_OK && strcmp(pipo_error_text(tables), "") == 0);
  CHECK(pipo_value(tables, position, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_error_code(tables) == PIPO_BAD_INPUT);
  CHECK(pipo_moves(tables, position, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_line(tables, position, NULL, &count) == PIPO_BAD_INPUT);
  CHECK(pipo_line(tables, position, moves, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_values(tables, 3, 3, NULL, 2, results, 1) == PIPO_BAD_INPUT);
  CHECK(pipo_values(tables, 3, 3, drawn, 2, NULL, 1) == PIPO_BAD_INPUT);
  CHECK(pipo_values(tables, 3, 3, NULL, 0, NULL, 1) == PIPO_OK);
  CHECK(pipo_found(tables, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_found_table(tables, 0, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_parse(tables, NULL, &read) == PIPO_BAD_INPUT);
  CHECK(pipo_parse(tables, kStart, NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_print(tables, position, NULL, 80) == PIPO_BAD_INPUT);
  pipo_close(&tables);
}

static void bad_positions(void) {
  pipo_tables* tables = opened("tables");
  const pipo_position bad[] = {
      {3, 3, UINT64_C(1) << 24}, {0, 3, 0}, {-1, 3, 0}, {9, 9, 0}, {3, 3, ~UINT64_C(0)},
      {1 << 30, 1 << 30, 0}};
  const char* const texts[] = {
      "", "3x3", "3x3:", "3x3:0101", "9x9:0", "\xff", "3x3:00000000000000000000000000"};
  char text[80];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    int value = 17;
    size_t count = 17;
    pipo_answer answer = PIPO_ANSWER_INIT;
    pipo_move moves[PIPO_SMALL_BOARD_EDGES];
    CHECK(pipo_value(tables, bad[i], &value) == PIPO_BAD_INPUT && value == 17);
    CHECK(pipo_moves(tables, bad[i], &answer) == PIPO_BAD_INPUT && answer.move_count == 0);
    CHECK(pipo_line(tables, bad[i], moves, &count) == PIPO_BAD_INPUT && count == 17);
    CHECK(pipo_print(tables, bad[i], text, sizeof text) == PIPO_BAD_INPUT);
    int8_t result = 17;
    CHECK(pipo_values(tables, bad[i].rows, bad[i].columns, &bad[i].drawn, 1, &result, 1) ==
          PIPO_BAD_INPUT);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    pipo_position read = {1, 1, 7};
    CHECK(pipo_parse(tables, texts[i], &read) == PIPO_BAD_INPUT);
    CHECK(read.rows == 1 && read.drawn == 7);
    CHECK(strlen(pipo_error_text(tables)) > 5);
  }
  pipo_close(&tables);
}

static void edges(void) {
  pipo_tables* tables = opened("tables");
  char name[8] = "?", last[8] = "?";
  int32_t edge = 17, large = 0;
  CHECK(pipo_edge_name(tables, 3, 3, 22, name, sizeof name) == PIPO_OK &&
        strcmp(name, "v2.2") == 0);
  CHECK(pipo_edge_name(tables, 2, 12, 61, name, sizeof name) == PIPO_OK &&
        strcmp(name, "v1.12") == 0);
  CHECK(pipo_parse_edge(tables, 3, 3, "v2.2", &edge) == PIPO_OK && edge == 22);
  CHECK(pipo_edge_name(tables, 3, 3, 22, name, 4) == PIPO_BAD_INPUT);
  CHECK(pipo_edge_name(tables, 3, 3, 22, NULL, 4) == PIPO_BAD_INPUT);
  CHECK(pipo_edge_name(tables, 3, 3, 24, name, sizeof name) == PIPO_BAD_INPUT);
  CHECK(pipo_edge_name(tables, 3, 3, -1, name, sizeof name) == PIPO_BAD_INPUT);
  CHECK(pipo_edge_name(tables, 20, 20, 839, last, sizeof last) == PIPO_OK &&
        strcmp(last, "v19.20") == 0);
  CHECK(pipo_parse_edge(tables, 20, 20, "h20.19", &large) == PIPO_OK && large == 419);
  CHECK(pipo_edge_name(tables, 20, 20, PIPO_MAXIMUM_EDGES, name, sizeof name) == PIPO_BAD_INPUT);
  CHECK(pipo_edge_name(tables, 21, 20, 0, name, sizeof name) == PIPO_BAD_INPUT);
  CHECK(strcmp(name, "v1.12") == 0);
  CHECK(pipo_parse_edge(tables, 3, 3, "v9.9", &edge) == PIPO_BAD_INPUT && edge == 22);
  CHECK(pipo_parse_edge(tables, 3, 3, NULL, &edge) == PIPO_BAD_INPUT);
  CHECK(pipo_parse_edge(tables, 3, 3, "v2.2", NULL) == PIPO_BAD_INPUT);
  CHECK(pipo_parse_edge(NULL, 3, 3, "v2.2", &edge) == PIPO_BAD_INPUT);
  pipo_close(&tables);
}

static void sizes(void) {
  pipo_tables* tables = opened("tables");
  pipo_answer answer = PIPO_ANSWER_INIT;
  pipo_table table = PIPO_TABLE_INIT;
  pipo_options options = PIPO_OPTIONS_INIT;
  const pipo_position position = {3, 3, 0};
  const char* folder = "tables";
  char text[80];
  size_t count = 0;

  answer.struct_size = 8;
  CHECK(pipo_moves(tables, position, &answer) == PIPO_BAD_INPUT);
  answer.struct_size = sizeof answer + 100; /* of a newer header */
  CHECK(pipo_moves(tables, position, &answer) == PIPO_OK && answer.value == -3);
  table.struct_size = 0;
  CHECK(pipo_found_table(tables, 0, &table) == PIPO_BAD_INPUT);
  CHECK(pipo_found(tables, &count) == PIPO_OK && count == 2);
  table.struct_size = sizeof table;
  CHECK(pipo_found_table(tables, 0, &table) == PIPO_OK && table.rows == 2 && table.columns == 2);
  CHECK(pipo_found_table(tables, 1, &table) == PIPO_OK && table.rows == 3 && table.start == 0);
  CHECK(pipo_found_table(tables, 2, &table) == PIPO_BAD_INPUT);
  CHECK(pipo_print(tables, position, text, 28) == PIPO_BAD_INPUT);
  CHECK(pipo_print(tables, position, text, 29) == PIPO_OK && strcmp(text, kStart) == 0);
  pipo_close(&tables);

  options.struct_size = 4;
  CHECK(pipo_open(&folder, 1, &options, &tables) == PIPO_BAD_INPUT);
  pipo_close(&tables);
  options.struct_size = sizeof options;
  options.cache_bytes = 0;
  CHECK(pipo_open(&folder, 1, &options, &tables) == PIPO_OK);
  CHECK(pipo_moves(tables, position, &answer) == PIPO_OK && answer.move_count == 24);
  pipo_close(&tables);
}

static void tables_that_cannot_be_used(void) {
  pipo_tables* tables = NULL;
  const char* folder = "nowhere";
  const pipo_position start = {3, 3, 0};
  const uint64_t drawn[3] = {0, 1, 2};
  int8_t values[3];
  int value = 17;
  CHECK(pipo_open(&folder, 1, NULL, &tables) == PIPO_MISSING_TABLE);
  CHECK(strstr(pipo_error_text(tables), "nowhere") != NULL);
  CHECK(pipo_error_code(tables) == PIPO_MISSING_TABLE);
  memset(values, 17, sizeof values);
  CHECK(pipo_values(tables, 3, 3, drawn, 3, values, 1) == PIPO_MISSING_TABLE);
  CHECK(values[0] == PIPO_NOT_COVERED && values[2] == PIPO_NOT_COVERED);
  CHECK(strstr(pipo_error_text(tables), "nowhere") != NULL);
  pipo_close(&tables);

  tables = opened("tables");
  const pipo_position larger = {4, 4, 0};
  CHECK(pipo_value(tables, larger, &value) == PIPO_MISSING_TABLE && value == 17);
  CHECK(strstr(pipo_error_text(tables), "4x4") != NULL);
  CHECK(pipo_values(tables, 4, 4, drawn, 3, values, 1) == PIPO_MISSING_TABLE);
  CHECK(values[0] == PIPO_NOT_COVERED && values[2] == PIPO_NOT_COVERED);
  CHECK(pipo_values(tables, 3, 3, drawn, 3, values, 2) == PIPO_OK && values[0] == -3);
  pipo_close(&tables);

  const char* const broken[] = {"damaged", "incomplete"};
  for (int i = 0; i < 2; ++i) {
    tables = opened(broken[i]);
    pipo_position ten;
    CHECK(pipo_parse(tables, kTen, &ten) == PIPO_OK);
    CHECK(pipo_value(tables, ten, &value) == PIPO_DAMAGED_TABLE && value == 17);
    CHECK(strstr(pipo_error_text(tables), "layer-10.pipo") != NULL);
    CHECK(pipo_values(tables, 3, 3, &ten.drawn, 1, values, 1) == PIPO_DAMAGED_TABLE);
    CHECK(values[0] == PIPO_DAMAGED);
    pipo_close(&tables);
  }
  tables = opened("damaged");
  CHECK(pipo_value(tables, start, &value) == PIPO_OK && value == -3);
  /* The block of the position with ten edges drawn is damaged; its moves lead to other layers. */
  const uint64_t two[2] = {0, ten_drawn()};
  int8_t moves[2 * 24];
  uint64_t best[2];
  CHECK(pipo_values(tables, 3, 3, two, 2, values, 1) == PIPO_DAMAGED_TABLE);
  CHECK(values[0] == -3 && values[1] == PIPO_DAMAGED);
  CHECK(strstr(pipo_error_text(tables), "layer-10.pipo") != NULL);
  CHECK(pipo_move_values(tables, 3, 3, two, 2, moves, 1) == PIPO_OK);
  CHECK(moves[0] == -3 && moves[24] == PIPO_DRAWN && moves[24 + 22] == 3);
  CHECK(pipo_best_moves(tables, 3, 3, two, 2, best, 1) == PIPO_OK);
  CHECK((best[0] & 1) == 1 && best[1] == UINT64_C(1) << 22);
  const uint64_t nine[2] = {two[1] & (two[1] - 1), 0};
  CHECK(pipo_move_values(tables, 3, 3, nine, 2, moves, 1) == PIPO_DAMAGED_TABLE);
  CHECK(moves[0] == PIPO_DAMAGED && moves[24] == -3);
  CHECK(pipo_best_moves(tables, 3, 3, nine, 2, best, 1) == PIPO_DAMAGED_TABLE);
  CHECK(best[0] == 0 && (best[1] & 1) == 1);
  CHECK(pipo_best_moves(tables, 3, 3, NULL, 2, best, 1) == PIPO_BAD_INPUT);
  CHECK(pipo_move_values(tables, 3, 3, nine, 2, NULL, 1) == PIPO_BAD_INPUT);
  const uint64_t beyond = UINT64_C(1) << 24;
  CHECK(pipo_best_moves(tables, 3, 3, &beyond, 1, best, 1) == PIPO_BAD_INPUT && best[0] == 0);
  pipo_close(&tables);
}

int main(void) {
  CHECK(strcmp(pipo_version(), PIPOPIPETTE_VERSION) == 0);
  null_pointers();
  bad_positions();
  edges();
  sizes();
  tables_that_cannot_be_used();
  return 0;
}
