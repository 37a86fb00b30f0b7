// The functions of pipopipette.h.
#include "pipopipette/pipopipette.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <span>

#include "pipopipette/notation.hpp"
#include "probe/c/handle.hpp"

namespace pipo {
namespace {

// The sizes of the structures in their first version; later members are added at the end.
constexpr std::size_t kOptionsSize = offsetof(pipo_options, cache_bytes) + sizeof(std::uint64_t);
constexpr std::size_t kTableSize = offsetof(pipo_table, start) + sizeof(std::uint64_t);

constexpr std::size_t kOptionsWithAtlas = offsetof(pipo_options, no_atlas) + sizeof(std::int32_t);
constexpr std::size_t kOptionsWithCost =
    offsetof(pipo_options, last_move_cost) + sizeof(std::uint64_t);
constexpr std::size_t kTableWithAtlas = offsetof(pipo_table, atlas) + sizeof(std::int32_t);
constexpr std::size_t kTableWithCost = offsetof(pipo_table, last_move_cost) + sizeof(std::int32_t);

Tables open_tables(const char* const* folders, std::size_t count, const pipo_options* options) {
  if (count > 0) check_pointer(folders, "folders");
  TablesOptions wanted;
  if (options != nullptr) {
    check_struct_size(options->struct_size, kOptionsSize, "pipo_options");
    wanted.cache_bytes = static_cast<std::size_t>(
        std::min<std::uint64_t>(options->cache_bytes, std::numeric_limits<std::size_t>::max()));
    if (options->struct_size >= kOptionsWithAtlas) wanted.no_atlas = options->no_atlas != 0;
    if (options->struct_size >= kOptionsWithCost) wanted.last_move_cost = options->last_move_cost;
  }
  std::vector<std::filesystem::path> paths;
  for (std::size_t i = 0; i < count; ++i) {
    check_pointer(folders[i], "a folder");
    paths.emplace_back(folders[i]);
  }
  return Tables(paths, wanted);
}

// Asks a question about many positions, with `each` results for each; 0 stands for one for each
// edge. Errors of tables leave results or marks; after any other error all results are set to
// `unknown`, so that nothing is left that could be taken for a result.
template <typename T>
pipo_code ask_many(const pipo_tables* tables, std::int32_t rows, std::int32_t columns,
                   const std::uint64_t* drawn, std::size_t count, std::size_t each, T* results,
                   const char* name, T unknown, std::int32_t threads,
                   void (Tables::*look_up)(const Board&, std::span<const EdgeSet>, std::span<T>,
                                           int) const) {
  return guarded(tables, [&] {
    const Board board = board_of(rows, columns);
    const auto asked = array_of(drawn, count, "drawn");
    if (each == 0) each = static_cast<std::size_t>(board.edges());
    const auto written = array_of(results, count * each, name);
    std::ranges::fill(written, unknown);
    try {
      (opened(*tables).*look_up)(board, asked, written, threads);
    } catch (const DamagedTable&) {
      throw;
    } catch (const MissingTable&) {
      throw;
    } catch (...) {
      std::ranges::fill(written, unknown);
      throw;
    }
  });
}

}  // namespace
}  // namespace pipo

extern "C" {

const char* pipo_version(void) {
  return PIPOPIPETTE_VERSION;
}

pipo_code pipo_open(const char* const* folders, size_t count, const pipo_options* options,
                    pipo_tables** tables) {
  return pipo::open_handle(tables, [&] { return pipo::open_tables(folders, count, options); });
}

void pipo_close(pipo_tables** tables) {
  pipo::close_handle(tables);
}

pipo_code pipo_error_code(const pipo_tables* tables) {
  return pipo::code_of(tables);
}

const char* pipo_error_text(const pipo_tables* tables) {
  return pipo::text_of(tables);
}

pipo_code pipo_found(const pipo_tables* tables, size_t* count) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(count, "count");
    *count = pipo::opened(*tables).found().size();
  });
}

pipo_code pipo_found_table(const pipo_tables* tables, size_t number, pipo_table* table) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(table, "table");
    pipo::check_struct_size(table->struct_size, pipo::kTableSize, "pipo_table");
    const std::vector<pipo::FoundTable> found = pipo::opened(*tables).found();
    if (number >= found.size()) {
      throw pipo::BadInput("table " + std::to_string(number) + ": there are " +
                           std::to_string(found.size()));
    }
    const pipo::TableIdentity& one = found[number].table;
    table->rows = one.board.rows();
    table->columns = one.board.columns();
    table->start = one.start;
    if (table->struct_size >= pipo::kTableWithAtlas) table->atlas = found[number].atlas ? 1 : 0;
    if (table->struct_size >= pipo::kTableWithCost) table->last_move_cost = one.last_move_cost;
  });
}

pipo_code pipo_parse(const pipo_tables* tables, const char* text, pipo_position* position) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(text, "text");
    pipo::check_pointer(position, "position");
    *position = pipo::c_position(pipo::parse_position(text));
  });
}

pipo_code pipo_print(const pipo_tables* tables, pipo_position position, char* buffer, size_t size) {
  return pipo::guarded(tables, [&] {
    const pipo::Position checked = pipo::position_of(position);
    pipo::check_edges(checked.board, checked.drawn);
    const std::string text = pipo::to_string(checked);
    pipo::write_text(text, buffer, size, text);
  });
}

pipo_code pipo_edge_name(const pipo_tables* tables, int32_t rows, int32_t columns, int32_t edge,
                         char* buffer, size_t size) {
  return pipo::guarded(tables, [&] {
    const std::string text = pipo::edge_name(pipo::Board(rows, columns), edge);
    pipo::write_text(text, buffer, size, text);
  });
}

pipo_code pipo_parse_edge(const pipo_tables* tables, int32_t rows, int32_t columns,
                          const char* text, int32_t* edge) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(text, "text");
    pipo::check_pointer(edge, "edge");
    *edge = pipo::parse_edge(pipo::Board(rows, columns), text);
  });
}

pipo_code pipo_value(const pipo_tables* tables, pipo_position position, int32_t* value) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(value, "value");
    *value = pipo::opened(*tables).value(pipo::position_of(position));
  });
}

pipo_code pipo_moves(const pipo_tables* tables, pipo_position position, pipo_answer* answer) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(answer, "answer");
    pipo::check_struct_size(answer->struct_size, pipo::kAnswerSize, "pipo_answer");
    pipo::write_answer(pipo::opened(*tables).answer(pipo::position_of(position)), *answer);
  });
}

pipo_code pipo_values(const pipo_tables* tables, int32_t rows, int32_t columns,
                      const uint64_t* drawn, size_t count, int8_t* values, int32_t threads) {
  return pipo::ask_many(tables, rows, columns, drawn, count, 1, values, "values", pipo::kNotCovered,
                        threads, &pipo::Tables::values);
}

pipo_code pipo_move_values(const pipo_tables* tables, int32_t rows, int32_t columns,
                           const uint64_t* drawn, size_t count, int8_t* values, int32_t threads) {
  return pipo::ask_many(tables, rows, columns, drawn, count, 0, values, "values", pipo::kNotCovered,
                        threads, &pipo::Tables::move_values);
}

pipo_code pipo_best_moves(const pipo_tables* tables, int32_t rows, int32_t columns,
                          const uint64_t* drawn, size_t count, uint64_t* best, int32_t threads) {
  return pipo::ask_many(tables, rows, columns, drawn, count, 1, best, "best", pipo::EdgeSet{0},
                        threads, &pipo::Tables::best_moves);
}

pipo_code pipo_line(const pipo_tables* tables, pipo_position position, pipo_move* moves,
                    size_t* count) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(moves, "moves");
    pipo::check_pointer(count, "count");
    *count = pipo::write_moves(pipo::opened(*tables).line(pipo::position_of(position)), moves);
  });
}

}  // extern "C"
