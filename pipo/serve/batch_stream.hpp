// Many positions, a line each, answered a piece at a time while the client takes them.
#pragma once

#include "pipo/serve/reply.hpp"
#include "pipo/serve/request.hpp"
#include "pipo/serve/tables_served.hpp"

namespace pipo {

// As `pipo probe --batch - --format jsonl` answers the lines of the body: what cannot be answered
// is told in its place. Throws BadInput for a line that is too long, and Refusal for more positions
// than `most`, before any is answered. `served` must outlive the reply.
Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most);

}  // namespace pipo
