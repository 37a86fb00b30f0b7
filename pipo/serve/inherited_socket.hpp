// A listening socket that systemd passes to the program (sd_listen_fds(3)).
#pragma once

#include <optional>

namespace pipo {

// Returns the descriptor of the socket, if the environment says that this process was given one:
// LISTEN_PID is the process, LISTEN_FDS the number of sockets. Throws BadInput if there are
// several, or it does not listen for TCP connections.
std::optional<int> inherited_socket();

}  // namespace pipo
