/* What the shared library shows of itself; all else in it is hidden. Also for C. */
#ifndef PIPOPIPETTE_EXPORT_H
#define PIPOPIPETTE_EXPORT_H

#if defined(__GNUC__)
#define PIPOPIPETTE_API __attribute__((visibility("default")))
#else
#define PIPOPIPETTE_API
#endif

#endif
