#include "generator/sweep/sweep_tables.hpp"

namespace pipo {
namespace {

std::unique_ptr<const HalfTable> make_half(const StateSpace& space, Side side,
                                           std::uint32_t part_size, const Poll& poll) {
  return std::make_unique<const HalfTable>(
      space.half(side), space.cut().has_image({.swap = false, .mirror = true}), part_size, poll);
}

}  // namespace

SweepStart::SweepStart(const StateSpace& space, SweptGame game, const Poll& poll,
                       std::uint32_t part_size)
    : space_(space),
      game_(game),
      lower_(make_half(space, Side::lower, part_size, poll)),
      upper_(space.halves_alike() ? nullptr : make_half(space, Side::upper, part_size, poll)),
      plans_(std::make_unique<const SeamPlans>(space, *lower_, upper_ ? *upper_ : *lower_, poll)) {}

std::uint64_t SweepStart::bytes() const {
  return lower_->bytes() + (upper_ ? upper_->bytes() : 0) + plans_->bytes();
}

std::uint64_t SweepStart::expected_bytes(const StateSpace& space) {
  std::uint64_t bytes = HalfTable::expected_bytes(space.half(Side::lower));
  if (!space.halves_alike()) bytes += HalfTable::expected_bytes(space.half(Side::upper));
  return bytes;
}

}  // namespace pipo
