// How to come by a table that is not there.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

// The command that makes the table in the first of these folders: "pipo generate 3x4".
std::string generate_command(const TableIdentity& table,
                             const std::vector<std::filesystem::path>& folders);

// "'pipo generate 3x4' makes it", or, where this machine cannot make the table, what it can.
std::string how_to_make(const TableIdentity& table,
                        const std::vector<std::filesystem::path>& folders);

// The same for positions that no table answers.
class MakingAdvice {
 public:
  // `folders`: where tables are looked for.
  explicit MakingAdvice(std::vector<std::filesystem::path> folders)
      : folders_(std::move(folders)) {}

  // "'pipo generate 3x4' makes it": the table of the board or, where this machine cannot make that,
  // the one that starts with the position. Any thread. To find out what fits takes a while, so
  // after some positions the words become general.
  std::string on(const Position& position);

 private:
  std::vector<std::filesystem::path> folders_;
  std::mutex mutex_;
  std::map<std::string, std::string> by_board_;  // empty: the board's table does not fit
  int starts_tried_ = 0;
};

}  // namespace pipo
