#include "generator/half/interchangeable.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

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
        classes_{
            std::vector<MergedConfigurations::Border>(std::size_t{1} << index.shape().columns)} {}

  // Moves draw edges, so their outcomes are under the same state of the border, with more edges, or
  // under one with more edges. Those are merged first.
  MergedConfigurations run() {
    for (int count = index_.shape().columns; count >= 0; --count) {
      std::vector<BorderState> borders;
      for (BorderState border = 0; border < classes_.borders.size(); ++border) {
        if (count_bits(border) == count && index_.size(border) > 0) borders.push_back(border);
      }
      parallel_loop(std::size_t{0}, borders.size(), [&](std::size_t i) { merge(borders[i]); });
    }
    return std::move(classes_);
  }

 private:
  void merge(BorderState border) {
    MergedConfigurations::Border& merged = classes_.borders[border];
    const auto groups = static_cast<std::size_t>(index_.maximum_drawn()) + 1;
    std::uint32_t total = 0;
    for (std::size_t drawn = 0; drawn < groups; ++drawn) {
      merged.first.push_back(total);
      total += narrow<std::uint32_t>(index_.size(border, static_cast<int>(drawn)));
    }
    merged.class_of.resize(total);
    std::vector<std::vector<HalfConfiguration>> firsts(groups);
    for (std::size_t drawn = groups; drawn-- > 0;) {
      firsts[drawn] = merge_group(border, static_cast<int>(drawn));
    }
    for (const auto& of_group : firsts) {
      merged.first_class.push_back(narrow<std::uint32_t>(merged.configurations.size()));
      merged.configurations.insert(merged.configurations.end(), of_group.begin(), of_group.end());
    }
    merged.first_class.push_back(narrow<std::uint32_t>(merged.configurations.size()));
  }

  // Returns the first configuration of each class.
  std::vector<HalfConfiguration> merge_group(BorderState border, int drawn) {
    const std::vector<HalfConfiguration> group = index_.list(border, drawn);
    std::vector<Signature> signatures(group.size());
    parallel_parts(0, group.size(), 256, [&](std::size_t first, std::size_t last) {
      if (poll_) poll_();
      for (std::size_t i = first; i != last; ++i) {
        signatures[i] = signature(border, group[i]);
      }
    });
    MergedConfigurations::Border& merged = classes_.borders[border];
    std::unordered_map<Signature, std::uint32_t, HashOfSignature> known;
    std::vector<HalfConfiguration> firsts;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (poll_ && i % 1024 == 0) poll_();
      const auto [place, added] =
          known.try_emplace(signatures[i], narrow<std::uint32_t>(firsts.size()));
      if (added) firsts.push_back(group[i]);
      merged.class_of[merged.first[static_cast<std::size_t>(drawn)] + i] = place->second;
    }
    return firsts;
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
    const MergedConfigurations::Border& merged = classes_.borders[border];
    const std::uint32_t group = merged.first[static_cast<std::size_t>(drawn)];
    return std::uint64_t{border} << 48 | static_cast<std::uint64_t>(drawn) << 40 |
           static_cast<std::uint64_t>(captured) << 32 |
           merged.class_of[group + index_.number(border, reached)];
  }

  const HalfIndex& index_;
  const Poll& poll_;
  HalfGeometry geometry_;
  MergedConfigurations classes_;
};

}  // namespace

HalfIndex merged_index(const HalfShape& shape, const Poll& poll) {
  HalfIndex index(shape);
  index.merge(Merging(index, poll).run());
  return index;
}

}  // namespace pipo
