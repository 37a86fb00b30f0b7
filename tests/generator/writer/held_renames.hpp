// Holds back every rename() of this program, which tests see as a slow disk.
#pragma once

namespace pipo::test {

class HeldRenames {
 public:
  HeldRenames();
  ~HeldRenames();
  HeldRenames(const HeldRenames&) = delete;
  HeldRenames& operator=(const HeldRenames&) = delete;

  // Lets those that wait and all later ones pass.
  void let_go();
  // Returns how many have been done since the object was made.
  int done() const;
};

}  // namespace pipo::test
