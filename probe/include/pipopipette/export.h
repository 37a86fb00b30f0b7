/* PIPOPIPETTE_API marks the symbols that the shared library exports; all others are hidden. This
 * header is also valid C. */
#ifndef PIPOPIPETTE_EXPORT_H
#define PIPOPIPETTE_EXPORT_H

#if defined(__GNUC__)
#define PIPOPIPETTE_API __attribute__((visibility("default")))
#else
#define PIPOPIPETTE_API
#endif

#endif
