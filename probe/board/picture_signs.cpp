#include "probe/board/picture_signs.hpp"

#include <array>
#include <string_view>

namespace pipo {
namespace {

constexpr unsigned kUp = Arms::up, kRight = Arms::right, kDown = Arms::down, kLeft = Arms::left;

// + * . o, middle dot, bullet; then the crosses: light, heavy, double.
constexpr std::u32string_view kPlainDots = U"+*.o\u00b7\u2022\u253c\u254b\u256c";

struct Pieces {
  unsigned arms;
  std::u32string_view characters;  // light, heavy, double, rounded
};
constexpr std::array<Pieces, 12> kPieces = {{{kRight | kDown, U"\u250c\u250f\u2554\u256d"},
                                             {kLeft | kDown, U"\u2510\u2513\u2557\u256e"},
                                             {kUp | kRight, U"\u2514\u2517\u255a\u2570"},
                                             {kUp | kLeft, U"\u2518\u251b\u255d\u256f"},
                                             {kUp | kRight | kDown, U"\u251c\u2523\u2560"},
                                             {kUp | kLeft | kDown, U"\u2524\u252b\u2563"},
                                             {kLeft | kRight | kDown, U"\u252c\u2533\u2566"},
                                             {kLeft | kRight | kUp, U"\u2534\u253b\u2569"},
                                             {kLeft, U"\u2574\u2578"},
                                             {kUp, U"\u2575\u2579"},
                                             {kRight, U"\u2576\u257a"},
                                             {kDown, U"\u2577\u257b"}}};

}  // namespace

bool is_plain_dot(char32_t character) {
  return kPlainDots.find(character) != kPlainDots.npos;
}

std::optional<unsigned> arms_of(char32_t character) {
  for (const Pieces& pieces : kPieces) {
    if (pieces.characters.find(character) != pieces.characters.npos) return pieces.arms;
  }
  return std::nullopt;
}

}  // namespace pipo
