// Replies compressed for clients that accept it.
#pragma once

#include "pipo/serve/reply.hpp"

namespace pipo {

// Tells whether a field Accept-Encoding, in small letters, prefers gzip to plain text.
bool prefers_gzip(std::string_view accepted);

// Prepares a reply for a client that prefers gzip, or does not: texts that are long enough to be
// worth it are compressed, and say in Vary that they depend on the client. Their tag becomes a weak
// one, as it is that of the text.
void compress(Reply& reply, bool gzip);

}  // namespace pipo
