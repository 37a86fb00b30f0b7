// The setting of KSquares that its AI reads. KSquares makes its own settings.h from a file for the
// KDE configuration.
#pragma once

struct Settings {
  static inline int level = 2;
  static int difficulty() { return level; }
};
