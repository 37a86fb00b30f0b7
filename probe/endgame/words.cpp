// The identifiers of wording.hpp.
#include "probe/endgame/wording.hpp"

namespace pipo::endgame {

std::string_view word(Kind kind) {
  switch (kind) {
    case Kind::chain:
      return "chain";
    case Kind::loop:
      return "loop";
    case Kind::tee:
      return "T";
    case Kind::cross:
      return "X";
    case Kind::dipper:
      return "dipper";
    case Kind::shackles:
      return "shackles";
    case Kind::earmuffs:
      return "earmuffs";
    case Kind::eight:
      return "eight";
    case Kind::other:
      return "other";
  }
  return "";
}

std::string_view word(Stage stage) {
  switch (stage) {
    case Stage::before:
      return "before-endgame";
    case Stage::short_chains:
      return "short-chains";
    case Stage::loony_endgame:
      return "loony-endgame";
  }
  return "";
}

std::string_view word(Role role) {
  switch (role) {
    case Role::none:
      return "none";
    case Role::opener:
      return "opener";
    case Role::controller:
      return "controller";
    case Role::chooser:
      return "chooser";
    case Role::unknown:
      return "unknown";
  }
  return "";
}

std::string_view word(Action action) {
  switch (action) {
    case Action::open:
      return "open";
    case Action::offer:
      return "offer";
    case Action::take:
      return "take";
    case Action::keep_control:
      return "keep-control";
    case Action::give_up_control:
      return "give-up-control";
    case Action::nimstring:
      return "nimstring";
  }
  return "";
}

std::string_view word(Prospect prospect) {
  switch (prospect) {
    case Prospect::lost:
      return "lost";
    case Prospect::likely_lost:
      return "probably lost";
    case Prospect::likely_won:
      return "probably won";
    case Prospect::won:
      return "won";
  }
  return "";
}

}  // namespace pipo::endgame
