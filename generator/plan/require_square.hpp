// Checks which tables --square applies to.
#pragma once

#include "pipopipette/table_identity.hpp"

namespace pipo {

// Throws BadInput, with the reason, if a table cannot be thinned to a square.
void require_square(const TableIdentity& table);

}  // namespace pipo
