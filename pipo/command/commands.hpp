// The commands of `pipo`. Each function declares one command with its options; after its arguments
// have been parsed, session.action does the work.
#pragma once

#include "pipo/command/command.hpp"

namespace pipo {

void add_generate(CLI::App& app, Session& session);
void add_thin(CLI::App& app, Session& session);
void add_plan(CLI::App& app, Session& session);
void add_probe(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);
void add_line(CLI::App& app, Session& session);
void add_solve(CLI::App& app, Session& session);
void add_analyse(CLI::App& app, Session& session);
void add_engine(CLI::App& app, Session& session);
void add_play(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_audit(CLI::App& app, Session& session);
void add_sample(CLI::App& app, Session& session);
void add_serve(CLI::App& app, Session& session);
void add_count(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);

}  // namespace pipo
