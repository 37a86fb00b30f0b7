#include "generator/half/merged_index.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "generator/half/half_geometry.hpp"
#include "parallel/threads.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

// Stands for all outcomes of a configuration's moves. The probability that two of 100 million
// configurations have the same one by chance is below 10^-22.
struct Signature {
  XXH128_hash_t hash;

  friend bool operator==(const Signature& a, const Signature& b) {
    return XXH128_isEqual(a.hash, b.hash) != 0;
  }
};

struct HashOfSignature {
  std::size_t operator()(const Signature& signature) const {
    return static_cast<std::size_t>(signature.hash.low64);
  }
};

class Merging {
 public:
  Merging(const HalfIndex& index, const Poll& poll)
      : index_(index),
        poll_(poll),
        geometry_(index.shape()),
        classes_(std::size_t{1} << index.shape().columns,
                 std::vector<GroupClasses>(static_cast<std::size_t>(index.maximum_drawn()) + 1)) {}

  // Moves draw edges, so their outcomes are under the same state of the border, with more edges, or
  // under one with more edges. Those are merged first.
  std::vector<std::vector<GroupClasses>> run() {
    for (int count = index_.shape().columns; count >= 0; --count) {
      std::vector<BorderState> borders;
      for (BorderState border = 0; border < classes_.size(); ++border) {
        if (count_bits(border) == count) borders.push_back(border);
      }
      parallel_loop(std::size_t{0}, borders.size(), [&](std::size_t i) {
        for (int drawn = index_.maximum_drawn(); drawn >= 0; --drawn) merge(borders[i], drawn);
      });
    }
    return std::move(classes_);
  }

 private:
  void merge(BorderState border, int drawn) {
    const std::vector<HalfConfiguration> group = index_.list(border, drawn);
    std::vector<Signature> signatures(group.size());
    parallel_parts(0, group.size(), 256, [&](std::size_t first, std::size_t last) {
      if (poll_) poll_();
      for (std::size_t i = first; i != last; ++i) {
        signatures[i] = signature(border, group[i]);
      }
    });
    GroupClasses& classes = classes_[border][static_cast<std::size_t>(drawn)];
    std::unordered_map<Signature, std::uint32_t, HashOfSignature> known;
    classes.class_of.reserve(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (poll_ && i % 1024 == 0) poll_();
      const auto [place, added] =
          known.try_emplace(signatures[i], narrow<std::uint32_t>(classes.first.size()));
      if (added) classes.first.push_back(group[i]);
      classes.class_of.push_back(place->second);
    }
    if (mirror_border(border, index_.shape().columns) != border) return;
    for (std::size_t i = 0; i < classes.first.size(); ++i) {
      const HalfConfiguration image = index_.mirror(classes.first[i]);
      classes.self_mirrored +=
          index_.contains(border, image) && classes.class_of[index_.number(border, image)] == i;
    }
  }

  Signature signature(BorderState border, HalfConfiguration configuration) const {
    const HalfEdges before = geometry_.combine(configuration, border);
    std::vector<std::uint64_t> outcomes;
    for (int column = 0; column < index_.shape().columns; ++column) {
      const HalfEdges edge = geometry_.combine(0, BorderState{1} << column);
      if ((before & edge) == 0) outcomes.push_back(outcome(before, edge));
    }
    // The border's edges are told apart, those inside the half are not.
    const auto inside = static_cast<std::ptrdiff_t>(outcomes.size());
    for (int bit = 0; bit < index_.shape().bits(); ++bit) {
      const HalfEdges edge = HalfEdges{1} << bit;
      if ((before & edge) == 0) outcomes.push_back(outcome(before, edge));
    }
    std::sort(outcomes.begin() + inside, outcomes.end());
    outcomes.erase(std::unique(outcomes.begin() + inside, outcomes.end()), outcomes.end());
    return {XXH3_128bits(outcomes.data(), outcomes.size() * sizeof(std::uint64_t))};
  }

  // Returns what follows when this edge is drawn, as one number: border, edges, boxes, class.
  std::uint64_t outcome(HalfEdges before, HalfEdges edge) const {
    const HalfEdges after = geometry_.draw_and_settle(before, edge);
    const BorderState border = geometry_.border(after);
    const HalfConfiguration reached = index_.merge_outer(geometry_.configuration(after));
    const int drawn = count_bits(reached);
    const int captured = geometry_.complete_boxes(after) - geometry_.complete_boxes(before);
    return std::uint64_t{border} << 48 | static_cast<std::uint64_t>(drawn) << 40 |
           static_cast<std::uint64_t>(captured) << 32 |
           classes_[border][static_cast<std::size_t>(drawn)]
               .class_of[index_.number(border, reached)];
  }

  const HalfIndex index_;  // a plain one, copied from the base of the merged one
  const Poll& poll_;
  HalfGeometry geometry_;
  std::vector<std::vector<GroupClasses>> classes_;
};

}  // namespace

MergedIndex::MergedIndex(const HalfShape& shape, const Poll& poll)
    : HalfIndex(shape), classes_(Merging(*this, poll).run()) {}

std::uint64_t MergedIndex::bytes() const {
  std::uint64_t total = HalfIndex::bytes();
  for (const auto& of_border : classes_) {
    for (const GroupClasses& group : of_border) {
      total += group.class_of.size() * sizeof(std::uint32_t) +
               group.first.size() * sizeof(HalfConfiguration);
    }
  }
  return total;
}

}  // namespace pipo
