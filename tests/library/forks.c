/* A child of fork() asks its parent's handle and closes it, whatever other threads of the parent
 * were doing; run in a folder with tables (3x3). */
#include <pipopipette/pipopipette.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

enum { kThreads = 3, kForks = 100 };

static atomic_int done;

/* Reads blocks, keeps them, and notes errors: all that takes locks. */
static int ask(const pipo_tables* tables) {
  pipo_position position;
  int value = 0;
  for (int i = 0; i < 100; ++i) {
    if (pipo_parse(tables, "what", &position) != PIPO_BAD_INPUT) return 1;
    if (pipo_parse(tables, "3x3:110001000011101010101000", &position) != PIPO_OK) return 2;
    if (pipo_value(tables, position, &value) != PIPO_OK || value != 3) return 3;
    if (pipo_error_code(tables) != PIPO_BAD_INPUT) return 4;
  }
  return 0;
}

static int until_done(void* tables) {
  int result = 0;
  while (!done && result == 0) result = ask(tables);
  return result;
}

int main(void) {
  const char* folder = "tables";
  pipo_tables* tables = NULL;
  thrd_t threads[kThreads];
  CHECK(pipo_open(&folder, 1, NULL, &tables) == PIPO_OK);
  for (int i = 0; i < kThreads; ++i) {
    CHECK(thrd_create(&threads[i], until_done, tables) == thrd_success);
  }
  for (int i = 0; i < kForks; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      const int result = ask(tables);
      pipo_close(&tables);
      _exit(result);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
  }
  done = 1;
  for (int i = 0; i < kThreads; ++i) {
    int result = 9;
    CHECK(thrd_join(threads[i], &result) == thrd_success && result == 0);
  }
  pipo_close(&tables);
  return 0;
}
