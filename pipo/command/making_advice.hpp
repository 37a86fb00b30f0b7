// Advice on how to make a missing table.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

// Returns the command that makes the table in the first of these folders: "pipo generate 3x4".
// Without any folder it names none.
std::string generate_command(const TableIdentity& table,
                             const std::vector<std::filesystem::path>& folders);

// Returns "'pipo generate 3x4' makes it" or, if this machine cannot make the table, what it can
// make.
std::string how_to_make(const TableIdentity& table,
                        const std::vector<std::filesystem::path>& folders);

// The same for positions that no table answers.
class MakingAdvice {
 public:
  // `folders`: where tables are searched. `named`: those that commands may name; none if other
  // people read the advice.
  explicit MakingAdvice(std::vector<std::filesystem::path> folders,
                        TableGame game = TableGame::dots_and_boxes)
      : MakingAdvice(folders, folders, game) {}
  MakingAdvice(std::vector<std::filesystem::path> folders, std::vector<std::filesystem::path> named,
               TableGame game = TableGame::dots_and_boxes)
      : folders_(std::move(folders)), named_(std::move(named)), game_(game) {}

  // Returns "'pipo generate 3x4' makes it": for the board's table or, if this machine cannot make
  // that, for the one that starts with the position. Any thread. Finding out what fits takes time,
  // so after some positions the advice becomes general.
  std::string on(const Position& position);

  // Returns "; or 'pipo solve 3x4:0...' solves it", if this machine has the memory. After some
  // positions this is no longer checked, and the advice says "may solve it". Any thread.
  std::string solving(const Position& position);

 private:
  std::vector<std::filesystem::path> folders_;
  std::vector<std::filesystem::path> named_;
  TableGame game_;
  std::mutex mutex_;
  std::map<std::string, std::string> by_board_;  // empty: the board's table does not fit
  int starts_tried_ = 0;
  int sweeps_tried_ = 0;
};

}  // namespace pipo
