// The tables of a command that does without where there are none.
#pragma once

#include "pipo/io/session.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// Those in the session's folders; none where no folder can be read.
Tables tables_at_hand(const Session& session);

}  // namespace pipo
