// Tables as Python needs them: used by many threads while one adds a folder or closes them.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "pipopipette/tables.hpp"
#include "probe/python/locks_of_process.hpp"

namespace pipo::python {

// Tables are asked after they were closed.
class Closed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Every member is called with the interpreter's lock and releases it before it takes its own, so
// that no thread ever waits for the one while it holds the other.
//
// A child of fork() goes on with the same tables, whatever other threads were asking. Tables that
// another thread was changing are closed there.
class OpenTables {
 public:
  explicit OpenTables(Tables&& tables) : tables_(std::make_unique<Tables>(std::move(tables))) {}
  ~OpenTables() { locks(); }
  OpenTables(const OpenTables&) = delete;
  OpenTables& operator=(const OpenTables&) = delete;

  // f(tables) without the interpreter's lock. Throws Closed.
  template <typename F>
  auto ask(F f) const {
    Locks& held = locks();
    const pybind11::gil_scoped_release released;
    const std::shared_lock lock = shared(held);
    return f(*opened());
  }

  // Waits for those who ask. Throws Closed, and what Tables::add throws.
  void add(const std::filesystem::path& folder) {
    change([&] { opened()->add(folder); });
  }

  // Waits for those who ask. Once closed it does nothing.
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
    // Held while waiting for the other: who wants it alone is not overtaken for ever by those who
    // share it, of whom there may always be one.
    std::mutex turn;
    std::shared_mutex tables;
    std::atomic<bool> changing = false;
  };

  Locks& locks() const {
    return locks_.get([this](const Locks& at_fork) {
      if (!at_fork.changing) return;
      // What is half changed is neither used nor destroyed.
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
                       "adding a folder or closing them; open them anew"
                     : "the tables are closed");
  }

  mutable LocksOfProcess<Locks> locks_;
  mutable std::unique_ptr<Tables> tables_;
  mutable bool forked_ = false;
};

}  // namespace pipo::python
