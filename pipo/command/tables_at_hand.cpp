#include "pipo/command/tables_at_hand.hpp"

#include "pipopipette/error.hpp"

namespace pipo {

Tables tables_at_hand(const Session& session) {
  try {
    return Tables(session.tables);
  } catch (const MissingTable&) {
    return Tables(std::vector<std::filesystem::path>());
  }
}

}  // namespace pipo
