// The player who has to make the first loony move, as text and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/file/layer_json.hpp"
#include "theory/first_loony.hpp"

namespace pipo {

// The answer, and how it was found.
struct FirstLoonyAnswer {
  Position position;
  theory::FirstLoonyMove found = {};
  std::optional<theory::ChainRule> rule = {};
  std::string table = {};  // the name of the table of Nimstring that answered; empty: a search
  std::uint64_t looked_at = 0;
  double seconds = 0;
};

Json chain_rule_json(const std::optional<theory::ChainRule>& rule);

std::string first_loony_text(const FirstLoonyAnswer& answer);

Json first_loony_json(const FirstLoonyAnswer& answer);

}  // namespace pipo
