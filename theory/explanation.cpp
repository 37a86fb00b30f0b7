#include "theory/explanation.hpp"

#include <algorithm>

#include "theory/allcock.hpp"
#include "theory/buzzard_ciere.hpp"
#include "theory/component_names.hpp"
#include "theory/disjoint_loops.hpp"
#include "theory/forced_control.hpp"

namespace pipo::theory {
namespace {

constexpr Source kControlRule{"Sierra", "definition 32(c)"};
constexpr Source kExchangeRule{"Sierra", "proposition 39"};

// The smallest endgame with a controlled value below 2 is 3+4l.
constexpr int kFewestBoxes = 7;

// Fills in the parts of an explanation in order; later parts use earlier ones.
class Explainer {
 public:
  Explainer(const Position& position, const ExplainOptions& options)
      : board_(position.board),
        adviser_(position.board, options.nimstring_limit, options.nimstring_seconds),
        result_(position) {}

  Explanation explain() {
    take_apart();
    find_numbers();
    find_margin();
    result_.nim_value = adviser_.nim_value(result_.position.drawn);
    result_.chain_formula = chain_formula(result_.position);
    find_role();
    find_advice();
    find_leads();
    return std::move(result_);
  }

 private:
  EdgeSet rest() const { return result_.settled.quiet; }
  bool is_quiet() const { return result_.settled.captured == 0; }

  void take_apart() {
    result_.on_offer = captured_components(board_, result_.position.drawn);
    result_.settled = settle(board_, result_.position.drawn);
    result_.rest = structure_of({board_, rest()});
    result_.formula = formula(result_.rest);
    result_.stage = adviser_.stage(rest());
    for (const Component& component : result_.rest.components) {
      const std::string mark = mark_of(static_cast<int>(result_.components.size()));
      result_.components.push_back({mark, name(result_.rest, component), length_class(component),
                                    component, lengths(result_.rest, component)});
    }
  }

  void find_numbers() {
    if (result_.stage == Stage::before || rest() == board_.all()) return;
    EdgeSet endgame = rest();
    if (result_.stage == Stage::short_chains) {
      result_.exchange = exchange_of(board_, rest());
      endgame = result_.exchange->endgame;
    }
    const Structure structure = structure_of({board_, endgame});
    LoonySolver& loony = adviser_.loony();
    Numbers numbers;
    numbers.boxes = structure.boxes();
    numbers.strings = strings_to_offer(structure);
    numbers.loops = most_disjoint_loops(structure);
    numbers.fully_controlled = fully_controlled_value(structure);
    numbers.terminal_bonus = loony.terminal_bonus(endgame);
    numbers.controlled = loony.controlled_value(endgame);
    numbers.value = {loony.value(endgame), {"Sierra", "proposition 75"}};
    if (structure.is_simple()) {
      add_theorems(numbers, structure.multiset());
    } else if (controlled_value_is_value(structure, numbers.controlled)) {
      numbers.confirmed_by = {{numbers.controlled, kForcedControl}};
    }
    result_.numbers = std::move(numbers);
  }

  static void add_theorems(Numbers& numbers, const Multiset& multiset) {
    numbers.confirmed_by = {numbers.value, allcock::procedural_value(multiset),
                            buzzard_ciere::value(multiset)};
    numbers.value = allcock::explicit_value(multiset);
  }

  // Finds the margin: the best use of the boxes on offer, then the rest.
  void find_margin() {
    const std::optional<Derived> quiet = adviser_.margin(rest());
    if (!quiet) return;
    result_.margin = Derived{settled_value(result_.settled, quiet->value), quiet->source};
  }

  void find_role() {
    if (rest() == board_.all()) {
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
    result_.advice = adviser_.answers(result_.position.drawn);
    for (Advice& one : adviser_.moves(rest())) {
      one.after_taking = !is_quiet();
      if (one.margin) *one.margin += result_.settled.captured;
      result_.advice.push_back(std::move(one));
    }
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
  Adviser adviser_;
  Explanation result_;
};

}  // namespace

Explanation explain(const Position& position, const ExplainOptions& options) {
  return Explainer(position, options).explain();
}

}  // namespace pipo::theory
