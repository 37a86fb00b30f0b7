#include "generator/run/start_place.hpp"

#include "probe/board/outer.hpp"

namespace pipo {
namespace {

Location location_of(const TableSpace& space, EdgeSet quiet) {
  const Cut& cut = space.states().cut();
  const EdgeSet turned = cut.turn(space.identity().board, quiet);
  return space.states().locate(merge_outer(cut.turned(), turned, cut.start()));
}

}  // namespace

StartPlace::StartPlace(const TableSpace& space)
    : settled_(settle(space.identity().board, space.identity().start)),
      quiet_(location_of(space, settled_.quiet)),
      columns_(space.states().columns(quiet_.key)) {}

int StartPlace::value(const std::int8_t* values) const {
  return settled_value(settled_, values[quiet_.row * columns_ + quiet_.column]);
}

}  // namespace pipo
