#include "pipo/words/theory_words.hpp"

#include <array>

namespace pipo {

std::string_view word(theory::Stage stage) {
  constexpr std::array kWords = {"before-endgame", "short-chains", "loony-endgame"};
  return kWords.at(static_cast<std::size_t>(stage));
}

std::string_view word(theory::Role role) {
  constexpr std::array kWords = {"none", "opener", "controller", "chooser", "unknown"};
  return kWords.at(static_cast<std::size_t>(role));
}

std::string_view word(theory::Action action) {
  constexpr std::array kWords = {"open",         "offer",           "take",
                                 "keep-control", "give-up-control", "nimstring"};
  return kWords.at(static_cast<std::size_t>(action));
}

std::string_view word(theory::Prospect prospect) {
  constexpr std::array kWords = {"lost", "probably lost", "probably won", "won"};
  return kWords.at(static_cast<std::size_t>(prospect));
}

}  // namespace pipo
