// Holds back every rename() of this program, as a slow disk would.
#pragma once

namespace pipo::test {

class HeldRenames {
 public:
  HeldRenames();
  ~HeldRenames();
  HeldRenames(const HeldRenames&) = delete;
  HeldRenames& operator=(const HeldRenames&) = delete;

  // Lets the waiting renames and all later ones pass.
  void let_go();
  // Returns the number of renames since the object was constructed.
  int done() const;
};

}  // namespace pipo::test
