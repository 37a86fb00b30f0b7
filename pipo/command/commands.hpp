// The commands of `pipo`. Each function declares one command with its options; after its arguments
// have been parsed, context.action does the work.
#pragma once

#include "pipo/command/command.hpp"

namespace pipo {

using AddCommand = void(CLI::App& app, CommandContext& context);

AddCommand add_generate, add_thin, add_plan, add_probe, add_explain, add_line, add_solve,
    add_analyse, add_engine, add_play, add_convert, add_audit, add_sample, add_serve, add_count,
    add_info, add_verify;

}  // namespace pipo
