#include "probe/space/state_space.hpp"

#include <utility>

#include "probe/board/outer.hpp"

namespace pipo {
namespace {

// Every seam that contains the start's edges counts as allowed, with a heap block of 64 bytes for
// its images.
std::uint64_t bytes_of_seams(const Cut& cut) {
  const int open = cut.seam_bits() - count_bits(cut.split(cut.start()).seam);
  return cut.seam_count() * sizeof(SeamOrbit) + (std::uint64_t{64} << open);
}

}  // namespace

StateSpace::StateSpace(Cut cut)
    : StateSpace(std::move(cut),
                 [](const HalfShape& shape) { return std::make_shared<const HalfIndex>(shape); }) {}

StateSpace::StateSpace(
    Cut cut, const std::function<std::shared_ptr<const HalfIndex>(const HalfShape&)>& make_half)
    : cut_(std::move(cut)), lower_(make_half(cut_.half_shape(Side::lower))) {
  const HalfShape upper_shape = cut_.half_shape(Side::upper);
  upper_ = upper_shape == lower_->shape() ? lower_ : make_half(upper_shape);

  orbits_.resize(cut_.seam_count());
  for (SeamState seam = 0; seam < cut_.seam_count(); ++seam) {
    if (!cut_.seam_allowed(seam)) continue;
    allowed_.push_back(seam);
    SeamOrbit& orbit = orbits_[seam];
    orbit.representative = seam;
    for (const CutImage& image : cut_.images()) {
      orbit.representative = std::min(orbit.representative, cut_.image_of_seam(seam, image));
    }
    const SeamState least = orbit.representative;
    for (const CutImage image : {CutImage{false, false}, CutImage{true, false},
                                 CutImage{false, true}, CutImage{true, true}}) {
      if (!cut_.has_image(image)) continue;
      if (cut_.image_of_seam(seam, image) == least) orbit.images.push_back(image);
      if (cut_.image_of_seam(least, image) != least) continue;
      if (image == CutImage{true, false}) orbit.folded = true;
      if (image == CutImage{false, true}) orbit.self_mirrored = true;
    }
    if (least == seam) representatives_.push_back(seam);
  }
}

std::uint64_t StateSpace::bytes(const Cut& cut) {
  const HalfShape lower = cut.half_shape(Side::lower);
  const HalfShape upper = cut.half_shape(Side::upper);
  return bytes_of_seams(cut) + HalfIndex::bytes(lower) +
         (upper == lower ? 0 : HalfIndex::bytes(upper));
}

std::uint64_t StateSpace::bytes() const {
  return bytes_of_seams(cut_) + lower_->bytes() + (halves_alike() ? 0 : upper_->bytes());
}

int StateSpace::first_layer() const {
  return count_bits(cut_.start());
}

// True if the section of a representative exists, is canonical and is not empty.
bool StateSpace::is_stored(const SectionKey& key) const {
  if (key.upper < 0 || key.upper > half(Side::upper).maximum_drawn()) return false;
  if (orbits_[key.seam].folded && key.lower > key.upper) return false;
  return rows(key) > 0 && columns(key) > 0;
}

std::vector<SectionKey> StateSpace::sections(int layer) const {
  std::vector<SectionKey> keys;
  for (int lower = 0; lower <= half(Side::lower).maximum_drawn(); ++lower) {
    for (const SeamState seam : representatives_) {
      const SectionKey key{seam, lower, layer - count_bits(seam) - lower};
      if (is_stored(key)) keys.push_back(key);
    }
  }
  return keys;
}

std::vector<SectionKey> StateSpace::sections(int layer, SeamState representative) const {
  std::vector<SectionKey> keys;
  for (int lower = 0; lower <= half(Side::lower).maximum_drawn(); ++lower) {
    const SectionKey key{representative, lower, layer - count_bits(representative) - lower};
    if (is_stored(key)) keys.push_back(key);
  }
  return keys;
}

CanonicalSection StateSpace::canonical(const SectionKey& key) const {
  const SeamOrbit& orbit = orbits_[key.seam];
  for (const CutImage& image : orbit.images) {
    const SectionKey target{orbit.representative, image.swap ? key.upper : key.lower,
                            image.swap ? key.lower : key.upper};
    if (!orbit.folded || target.lower <= target.upper) return {target, image};
  }
  // A folded orbit has images with and without swap, so one of them has a <= b.
  return {key, {}};
}

MatrixCell StateSpace::locate(EdgeSet turned_quiet) const {
  Parts parts = cut_.split(turned_quiet);
  const SectionKey key{parts.seam, count_bits(parts.lower), count_bits(parts.upper)};
  const CanonicalSection canonical = this->canonical(key);
  if (canonical.image.swap) std::swap(parts.lower, parts.upper);
  if (canonical.image.mirror) {
    parts.lower = half(Side::lower).mirror(parts.lower);
    parts.upper = half(Side::upper).mirror(parts.upper);
  }
  const SeamState seam = canonical.key.seam;
  return {canonical.key, half(Side::lower).number(cut_.border(seam, Side::lower), parts.lower),
          half(Side::upper).number(cut_.border(seam, Side::upper), parts.upper)};
}

std::uint64_t StateSpace::quiet_positions(int layer) const {
  std::uint64_t total = 0;
  for (const SeamState seam : allowed_) {
    const int rest = layer - count_bits(seam);
    for (int lower = 0; lower <= rest && lower <= half(Side::lower).maximum_drawn(); ++lower) {
      if (rest - lower > half(Side::upper).maximum_drawn()) continue;
      const SectionKey key{seam, lower, rest - lower};
      total += std::uint64_t{rows(key)} * columns(key);
    }
  }
  return total;
}

std::uint64_t StateSpace::section_values(int layer) const {
  std::uint64_t total = 0;
  for (const SectionKey& key : sections(layer)) total += std::uint64_t{rows(key)} * columns(key);
  return total;
}

}  // namespace pipo
