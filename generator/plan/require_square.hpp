// Which tables --square is for.
#pragma once

#include "pipopipette/table_identity.hpp"

namespace pipo {

// Throws BadInput, saying why, if a table cannot be thinned to a square.
void require_square(const TableIdentity& table);

}  // namespace pipo
