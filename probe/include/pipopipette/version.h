/* The version of these headers. The build reads it from this file, which is also valid C.
   docs/stability.md says what a version promises. */
#ifndef PIPOPIPETTE_VERSION_H
#define PIPOPIPETTE_VERSION_H

#define PIPOPIPETTE_VERSION_MAJOR 1
#define PIPOPIPETTE_VERSION_MINOR 0
#define PIPOPIPETTE_VERSION_PATCH 0
#define PIPOPIPETTE_VERSION "1.0.0-rc1"

/* For comparisons: PIPOPIPETTE_VERSION_NUMBER >= 10000 means 1.0.0 or one of its candidates, or
   later. */
#define PIPOPIPETTE_VERSION_NUMBER \
  (PIPOPIPETTE_VERSION_MAJOR * 10000 + PIPOPIPETTE_VERSION_MINOR * 100 + PIPOPIPETTE_VERSION_PATCH)

#endif
