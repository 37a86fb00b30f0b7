// Tables as Python needs them: used by many threads while one adds a folder or closes them.
#pragma once

#include <pybind11/pybind11.h>

#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "pipopipette/tables.hpp"

namespace pipo::python {

// Tables are asked after they were closed.
class Closed : public std::runtime_error {
 public:
  Closed() : std::runtime_error("the tables are closed") {}
};

// Every member is called with the interpreter's lock and lets go of it before it takes its own, so
// that no thread ever waits for the one while it holds the other.
class OpenTables {
 public:
  explicit OpenTables(Tables&& tables) : tables_(std::move(tables)) {}

  // f(tables) without the interpreter's lock. Throws Closed.
  template <typename F>
  auto ask(F f) const {
    const pybind11::gil_scoped_release released;
    const std::shared_lock lock = shared();
    if (!tables_) throw Closed();
    return f(*tables_);
  }

  // Waits for those who ask. Throws Closed, and what Tables::add throws.
  void add(const std::filesystem::path& folder) {
    const pybind11::gil_scoped_release released;
    const std::lock_guard turn(turn_);
    const std::unique_lock lock(mutex_);
    if (!tables_) throw Closed();
    tables_->add(folder);
  }

  // Waits for those who ask. Once closed it does nothing.
  void close() {
    const pybind11::gil_scoped_release released;
    const std::lock_guard turn(turn_);
    const std::unique_lock lock(mutex_);
    tables_.reset();
  }

  bool closed() const {
    const pybind11::gil_scoped_release released;
    const std::shared_lock lock = shared();
    return !tables_;
  }

 private:
  std::shared_lock<std::shared_mutex> shared() const {
    const std::lock_guard turn(turn_);
    return std::shared_lock(mutex_);
  }

  // Held while waiting for the other: who wants it alone is not overtaken for ever by those who
  // share it, of whom there may always be one.
  mutable std::mutex turn_;
  mutable std::shared_mutex mutex_;
  std::optional<Tables> tables_;
};

}  // namespace pipo::python
