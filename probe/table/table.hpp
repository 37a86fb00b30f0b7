// An opened table, its manifest, its state space and the files of the layers that it keeps; and a
// table that is opened on first use, by any number of threads.
//
// Use TableSections to read a whole table, and Tables to look up single positions.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/game_values.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class Table {
 public:
  // Opens the table in a folder. Checks headers, indices and sizes against the manifest, but reads
  // no block. Throws MissingTable if the folder has no manifest, DamagedTable if a file is missing
  // or fails a check. In a browser a file is opened when it is first needed, since it must be
  // fetched: file() throws these errors there.
  explicit Table(const std::filesystem::path& folder, KeepOpen keep_open = KeepOpen::yes);

  const std::filesystem::path& folder() const { return folder_; }
  const Manifest& manifest() const { return manifest_; }
  const TableIdentity& identity() const { return space_->identity(); }
  const TableSpace& space() const { return *space_; }
  int first_layer() const { return space_->states().first_layer(); }
  int last_layer() const { return space_->states().last_layer(); }
  const LayerLayout& layout(int layer) const;
  const KeptLayers& kept() const { return kept_; }
  bool keeps(int layer) const { return kept_.keeps(layer); }
  // Returns the value of a stored position from the number in its file.
  int value(int number, const Position& quiet) const {
    return value_from_file(identity(), number, quiet.board, quiet.drawn);
  }
  // Only for a layer that the table keeps.
  const LayerFile& file(int layer) const;

 private:
  // Something that is made by the first thread that needs it. Two may make it at the same time: the
  // first one stays. No lock, which a child of fork() might inherit.
  template <typename Made>
  class OnFirstUse {
   public:
    OnFirstUse() = default;
    ~OnFirstUse() { delete made_.load(); }
    OnFirstUse(const OnFirstUse&) = delete;
    OnFirstUse& operator=(const OnFirstUse&) = delete;

    template <typename Make>
    const Made& get(Make&& make) const {
      if (const Made* const made = made_.load(std::memory_order_acquire)) return *made;
      std::unique_ptr<const Made> mine = make();
      const Made* first = nullptr;
      if (made_.compare_exchange_strong(first, mine.get())) return *mine.release();
      return *first;
    }

   private:
    mutable std::atomic<const Made*> made_ = nullptr;
  };

  struct Layer {
    OnFirstUse<LayerLayout> layout;
    OnFirstUse<LayerFile> file;
  };

  const Layer& at(int layer) const { return layers_[index(layer)]; }
  std::size_t index(int layer) const { return static_cast<std::size_t>(layer - first_layer()); }
  std::unique_ptr<const LayerFile> open_layer(int layer) const;

  std::filesystem::path folder_;
  KeepOpen keep_open_;
  Manifest manifest_;
  KeptLayers kept_;
  std::unique_ptr<const TableSpace> space_;
  std::vector<Layer> layers_;
};

// The number of files that all tables together may keep open: half of the process's limit, but at
// most 4096. The other half is left to the rest of the program.
class OpenFileBudget {
 public:
  OpenFileBudget();
  KeepOpen take(std::int64_t files);
  void give_back(std::int64_t files) { left_ += files; }

 private:
  std::atomic<std::int64_t> left_;
};

// A number of files that suffices to open one table twice.
constexpr std::int64_t kFilesATable = 2 * (kSmallBoardEdges + 1);

class LazyTable {
 public:
  explicit LazyTable(FoundTable found);

  const FoundTable& found() const { return found_; }

  // The ways to map positions to this table: first positions of its board, then those of the
  // transposed board.
  struct Way {
    Board board;
    Overlay overlay;
  };
  const std::vector<Way>& ways() const { return ways_; }

  // The parts of an opened table.
  struct Opened {
    Opened(const FoundTable& found, KeepOpen keep_open, const std::vector<Way>& ways);
    Table table;
    Locator locator;
    std::vector<EdgeMap> packings;  // one per way
  };

  // Returns the opened table, and opens it on the first call. After a DamagedTable or MissingTable
  // each later call throws the same error. After a temporary error (OutOfResources, std::bad_alloc)
  // the next call tries again.
  const Opened& open(OpenFileBudget& files);

 private:
  // Begins to open the table, or waits while another thread of this process does. Returns the table
  // if that other thread has opened it, or null if this one must.
  const Opened* begin_opening();
  const Opened* end_opening(std::unique_ptr<const Opened> opened);
  void note_failure();

  FoundTable found_;
  std::vector<Way> ways_;
  // Guards what open() changes. It is not held while the table is read, so that fork() need not
  // wait.
  ForkSafeMutex mutex_;
  // The process of which a thread opens the table, or 0. In a child of fork() that thread does not
  // exist, so another one opens it.
  pid_t opening_ = 0;
  std::atomic<const Opened*> opened_ = nullptr;
  std::unique_ptr<const Opened> owned_;
  std::exception_ptr failure_;
};

}  // namespace pipo
