#include "solve/remedied.hpp"

namespace pipo {

std::string facts_of(const std::exception& error) {
  const auto* const remedied = dynamic_cast<const Remedied*>(&error);
  return remedied != nullptr ? remedied->facts() : error.what();
}

std::string facts_of(const Known& known) {
  try {
    if (known.error) std::rethrow_exception(known.error);
  } catch (const std::exception& error) {
    return facts_of(error);
  }
  return known.why_not;
}

}  // namespace pipo
