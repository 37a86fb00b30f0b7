#include "theory/explanation.hpp"

#include <algorithm>
#include <array>

namespace pipo::theory {
namespace {

constexpr Source kControlRule{"Sierra", "definition 32(c)"};
constexpr Source kExchangeRule{"Sierra", "proposition 39"};
constexpr Source kRecursionRule{"Sierra", "proposition 75"};

// The smallest endgame with a controlled value below 2 is 3+4l.
constexpr int kFewestBoxes = 7;

// Fills in the parts of an explanation in order; later parts use earlier ones.
class Explainer {
 public:
  Explainer(const Position& position, const ExplainOptions& options)
      : board_(position.board), options_(options), result_(position) {
    if (board_.is_small()) {
      adviser_.emplace(board_, [this](const Position& of) { return nim_value(of); });
    }
  }

  Explanation explain() {
    take_apart();
    find_numbers();
    find_margin();
    result_.nim_value = nim_value(result_.position);
    result_.chain_formula = chain_formula(result_.position);
    find_role();
    find_advice();
    find_leads();
    return std::move(result_);
  }

 private:
  Position rest() const { return {board_, result_.settled.quiet}; }
  bool is_quiet() const { return result_.settled.captured == 0; }

  void take_apart() {
    result_.on_offer = captured_components(result_.position);
    result_.settled = settle(result_.position);
    result_.rest = structure_of(rest());
    result_.formula = formula(result_.rest);
    result_.stage = stage_of(result_.rest);
    for (const Component& component : result_.rest.components) {
      const std::string mark = mark_of(static_cast<int>(result_.components.size()));
      result_.components.push_back({mark, name(result_.rest, component), length_class(component),
                                    component, lengths(result_.rest, component)});
    }
  }

  void find_numbers() {
    if (result_.stage == Stage::before || is_full()) return;
    Position endgame = rest();
    if (result_.stage == Stage::short_chains) {
      result_.exchange = exchange_of(rest());
      endgame.drawn = result_.exchange->endgame;
    }
    const Structure structure = structure_of(endgame);
    if (!adviser_ && !structure.is_simple()) return;
    Numbers numbers;
    numbers.boxes = structure.boxes();
    numbers.strings = strings_to_offer(structure);
    numbers.loops = most_disjoint_loops(structure);
    numbers.fully_controlled = fully_controlled_value(structure);
    if (adviser_) {
      LoonySolver& loony = adviser_->loony();
      numbers.controlled = loony.controlled_value(endgame.drawn);
      numbers.value = {loony.value(endgame.drawn), kRecursionRule};
    } else {
      // The recursion would take too long: on 20x20 there may be 10^9 parts of a multiset.
      numbers.controlled = controlled_value(structure.multiset());
    }
    numbers.terminal_bonus = numbers.controlled - numbers.fully_controlled;
    if (structure.is_simple()) {
      add_theorems(numbers, structure.multiset());
    } else if (controlled_value_is_value(structure, numbers.controlled)) {
      numbers.confirmed_by = {{numbers.controlled, kForcedControl}};
    }
    result_.numbers = std::move(numbers);
  }

  void add_theorems(Numbers& numbers, const Multiset& multiset) const {
    if (adviser_) numbers.confirmed_by.push_back(numbers.value);
    numbers.confirmed_by.push_back(allcock::procedural_value(multiset));
    numbers.confirmed_by.push_back(buzzard_ciere::value(multiset));
    numbers.value = allcock::explicit_value(multiset);
  }

  // Finds the margin: the best use of the boxes on offer, then the rest.
  void find_margin() {
    const std::optional<Derived> quiet =
        adviser_ ? adviser_->margin(rest().drawn) : margin_on_large_board();
    if (!quiet) return;
    result_.margin =
        Derived{settled_value(result_.settled.without_quiet(), quiet->value), quiet->source};
  }

  std::optional<NimValue> nim_value(const Position& position) const {
    return options_.nim_value ? options_.nim_value(position) : std::nullopt;
  }

  // Returns the margin of the rest from v of its endgame.
  std::optional<Derived> margin_on_large_board() const {
    const std::optional<Derived> v = value_on_large_board();
    if (!v) return std::nullopt;
    if (!result_.exchange) return Derived{-v->value, v->source};
    return Derived{value_before_exchange(*result_.exchange, v->value), kExchangeRule};
  }

  std::optional<Derived> value_on_large_board() const {
    if (result_.numbers) return result_.numbers->value;
    if (result_.stage == Stage::before || !options_.loony_value) return std::nullopt;
    const Position endgame = {board_, result_.exchange ? result_.exchange->endgame : rest().drawn};
    const std::optional<int> v = options_.loony_value(endgame);
    return v ? std::optional(Derived{*v, kRecursionRule}) : std::nullopt;
  }

  bool is_full() const { return result_.rest.components.empty(); }

  void find_role() {
    if (is_full()) {
      set_role(Role::none, {});
    } else if (!is_quiet() && result_.settled.handout != Handout::none) {
      set_role(Role::chooser, kLoonyRule);
    } else if (result_.stage == Stage::loony_endgame) {
      set_role(Role::opener, kControlRule);
    } else if (result_.exchange) {
      set_role(result_.exchange->next_player_controls ? Role::controller : Role::opener,
               kExchangeRule);
    } else if (result_.nim_value) {
      set_role(result_.nim_value->next_player_wins() ? Role::controller : Role::opener,
               kNimstringRule);
    } else {
      set_role(Role::unknown, {});
    }
  }

  void set_role(Role role, Source source) {
    result_.role = role;
    result_.role_source = source;
  }

  void find_advice() {
    if (adviser_) result_.advice = adviser_->answers(result_.position.drawn);
    for (Advice& one : adviser_ ? adviser_->moves(rest().drawn) : moves_on_large_board()) {
      one.after_taking = !is_quiet();
      if (one.margin) *one.margin += result_.settled.captured;
      result_.advice.push_back(std::move(one));
    }
  }

  std::vector<Advice> moves_on_large_board() {
    if (result_.stage != Stage::before) return {};
    return nimstring_moves(rest(),
                           [this](const Position& position) { return nim_value(position); });
  }

  // Finds the leads for a player to move who will be the opener in an endgame still to come.
  void find_leads() {
    if (result_.stage != Stage::before || board_.boxes() % 2 == 0) return;
    if (result_.role == Role::controller || !is_quiet()) return;
    if (result_.rest.boxes() < kFewestBoxes) return;
    for (int lead = 0; lead <= 4; ++lead) {
      Lead entry{lead, prospect(lead), {}};
      for (const Aim& aim : aims()) {
        if (aim.lead == lead) entry.aims.push_back(aim.text);
      }
      result_.leads.push_back(std::move(entry));
    }
  }

  Board board_;
  const ExplainOptions& options_;
  std::optional<Adviser> adviser_;  // for boards with at most 64 edges
  Explanation result_;
};

}  // namespace

Explanation explain(const Position& position, const ExplainOptions& options) {
  return Explainer(position, options).explain();
}

void remove_values(Explanation& explanation, LastMoveCost last_move_cost) {
  explanation.last_move_cost = last_move_cost;
  if (explanation.role == Role::opener || explanation.role == Role::controller) {
    explanation.role = Role::unknown;
    explanation.role_source = {};
  }
  explanation.numbers.reset();
  explanation.exchange.reset();
  explanation.margin.reset();
  explanation.leads.clear();
  std::erase_if(explanation.advice,
                [](const Advice& one) { return one.action != Action::nimstring; });
}

OutcomeClass outcome_class(int left_outcome, int right_outcome) {
  if (left_outcome == 0 || right_outcome == 0) return OutcomeClass::tied;
  if (left_outcome > 0) return right_outcome > 0 ? OutcomeClass::left : OutcomeClass::next;
  return right_outcome > 0 ? OutcomeClass::previous : OutcomeClass::right;
}

std::string_view word(OutcomeClass outcome) {
  constexpr std::array kWords = {"L", "R", "N", "P", "tied"};
  return kWords.at(static_cast<std::size_t>(outcome));
}

}  // namespace pipo::theory
