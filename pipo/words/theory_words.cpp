#include "pipo/words/theory_words.hpp"

namespace pipo {

std::string_view word(theory::Stage stage) {
  switch (stage) {
    case theory::Stage::before:
      return "before-endgame";
    case theory::Stage::short_chains:
      return "short-chains";
    case theory::Stage::loony_endgame:
      return "loony-endgame";
  }
  return "";
}

std::string_view word(theory::Role role) {
  switch (role) {
    case theory::Role::none:
      return "none";
    case theory::Role::opener:
      return "opener";
    case theory::Role::controller:
      return "controller";
    case theory::Role::chooser:
      return "chooser";
    case theory::Role::unknown:
      return "unknown";
  }
  return "";
}

std::string_view word(theory::Action action) {
  switch (action) {
    case theory::Action::open:
      return "open";
    case theory::Action::offer:
      return "offer";
    case theory::Action::take:
      return "take";
    case theory::Action::keep_control:
      return "keep-control";
    case theory::Action::give_up_control:
      return "give-up-control";
    case theory::Action::nimstring:
      return "nimstring";
  }
  return "";
}

std::string_view word(theory::Prospect prospect) {
  switch (prospect) {
    case theory::Prospect::lost:
      return "lost";
    case theory::Prospect::likely_lost:
      return "probably lost";
    case theory::Prospect::likely_won:
      return "probably won";
    case theory::Prospect::won:
      return "won";
  }
  return "";
}

}  // namespace pipo
