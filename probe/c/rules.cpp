// The rules of game.h, on positions.
#include "pipopipette/rules.hpp"

#include "pipopipette/game.h"
#include "probe/c/handle.hpp"

extern "C" {

pipo_code pipo_legal_moves(const pipo_tables* tables, pipo_position position, uint64_t* edges) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(edges, "edges");
    const pipo::Position read = pipo::position_of(position);
    pipo::check_edges(read.board, read.drawn);
    *edges = read.open();
  });
}

pipo_code pipo_completed_by(const pipo_tables* tables, pipo_position position, int32_t edge,
                            uint64_t* boxes) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(boxes, "boxes");
    *boxes = pipo::completed_by(pipo::position_of(position), edge);
  });
}

pipo_code pipo_complete_boxes(const pipo_tables* tables, pipo_position position, uint64_t* boxes) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(boxes, "boxes");
    *boxes = pipo::complete_boxes(pipo::position_of(position));
  });
}

pipo_code pipo_settled(const pipo_tables* tables, pipo_position position, pipo_position* quiet,
                       uint64_t* captured) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(quiet, "quiet");
    pipo::check_pointer(captured, "captured");
    const pipo::Settled settled = pipo::settled(pipo::position_of(position));
    *quiet = pipo::c_position(settled.quiet);
    *captured = settled.captured;
  });
}

pipo_code pipo_canonical(const pipo_tables* tables, pipo_position position,
                         pipo_position* canonical) {
  return pipo::guarded(tables, [&] {
    pipo::check_pointer(canonical, "canonical");
    *canonical = pipo::c_position(pipo::canonical(pipo::position_of(position)));
  });
}

}  // extern "C"
