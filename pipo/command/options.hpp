// Options that several commands have, with messages of our own where CLI11's say too little.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace pipo {

// --threads N
void add_threads(CLI::App& command, int& threads);

// --format, one of these words; the first is the default.
void add_format(CLI::App& command, std::string& format, std::initializer_list<std::string> words);

// A whole number from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

}  // namespace pipo
