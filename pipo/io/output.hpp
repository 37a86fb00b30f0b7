// Writes the results and the error messages of a command.
#pragma once

#include <ostream>
#include <string_view>

namespace pipo {

// Thrown if the reader of our output has closed it ("pipo ... | head"). Not an error.
class ReaderGone {};

// Writes to standard output and makes sure that the text has arrived. Throws OutOfResources or
// CannotWrite if that fails, ReaderGone if the other end of a pipe was closed.
void write(std::ostream& out, std::string_view text);

// Prints "pipo: TEXT", one line, made safe for a terminal.
void complain(std::ostream& err, std::string_view text);

}  // namespace pipo
