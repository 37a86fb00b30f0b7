// Tables for Python, which many threads may use while another one adds a folder or closes them.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "python/locks_of_process.hpp"

namespace pipo::python {

// The tables were used after they were closed.
class Closed : public BadInput {
 public:
  using BadInput::BadInput;
};

// Every member is called with the interpreter's lock, and releases it before it acquires its own
// locks. No thread therefore waits for one of them while it holds the other.
//
// A child of fork() can use the same tables, even if other threads were using them. Tables that
// another thread was changing are closed in the child.
class OpenTables {
 public:
  explicit OpenTables(Tables&& tables) : tables_(std::make_unique<Tables>(std::move(tables))) {}
  ~OpenTables() { locks(); }
  OpenTables(const OpenTables&) = delete;
  OpenTables& operator=(const OpenTables&) = delete;

  // Returns f(tables), called without the interpreter's lock. Throws Closed.
  template <typename F>
  auto ask(F f) const {
    Locks& held = locks();
    const pybind11::gil_scoped_release released;
    const std::shared_lock lock = shared(held);
    return f(*opened());
  }

  // Returns a copy of the tables, and a mark that keeps add() from changing them while it exists.
  // Throws Closed.
  std::pair<Tables, std::shared_ptr<const void>> share() const {
    return ask([this](const Tables& tables) { return std::pair(tables, in_use_); });
  }

  // Adds a folder, after waiting for running lookups. Throws Closed, BadInput while the tables are
  // shared, and what Tables::add throws.
  void add(const std::filesystem::path& folder) {
    change([&] {
      Tables* const tables = opened();
      if (in_use_.use_count() > 1) {
        throw BadInput("a Solver uses these tables; add folders before it is made");
      }
      tables->add(folder);
    });
  }

  // Closes the tables, after waiting for running lookups. Does nothing if they are already closed.
  void close() {
    change([&] { tables_.reset(); });
  }

  bool closed() const {
    Locks& held = locks();
    const pybind11::gil_scoped_release released;
    const std::shared_lock lock = shared(held);
    return !tables_;
  }

 private:
  struct Locks {
    // Held while a thread waits for `tables`. Without it an endless succession of shared holders
    // could keep an exclusive one waiting for ever.
    std::mutex turn;
    std::shared_mutex tables;
    std::atomic<bool> changing = false;
  };

  Locks& locks() const {
    return locks_.get([this](const Locks& at_fork) {
      if (!at_fork.changing) return;
      // Tables that are half changed are neither used nor destroyed.
      static_cast<void>(tables_.release());
      forked_ = true;
    });
  }

  static std::shared_lock<std::shared_mutex> shared(Locks& locks) {
    const std::lock_guard turn(locks.turn);
    return std::shared_lock(locks.tables);
  }

  template <typename F>
  void change(F f) {
    Locks& held = locks();
    const pybind11::gil_scoped_release released;
    const std::lock_guard turn(held.turn);
    const std::unique_lock lock(held.tables);
    const Changing changing(held.changing);
    f();
  }

  Tables* opened() const {
    if (tables_) return tables_.get();
    throw Closed(forked_
                     ? "the tables are closed: when this process was forked, another thread was "
                       "adding a folder or closing them; open them again"
                     : "the tables are closed");
  }

  mutable LocksOfProcess<Locks> locks_;
  mutable std::unique_ptr<Tables> tables_;
  mutable bool forked_ = false;
  std::shared_ptr<const void> in_use_ = std::make_shared<char>();
};

}  // namespace pipo::python
