// Tables for Python, which many threads may use while another one adds a folder or closes them.
#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"

namespace pipo::python {

// The tables were used after they were closed.
class Closed : public BadInput {
 public:
  using BadInput::BadInput;
};

// The members are called with the interpreter's lock, which protects all data. A lookup releases it
// and keeps a reference to the tables meanwhile, so that close() only drops a reference.
class OpenTables {
 public:
  explicit OpenTables(Tables&& tables) : tables_(std::make_shared<Tables>(std::move(tables))) {}

  // Returns f(tables), called without the interpreter's lock. Throws Closed.
  template <typename F>
  auto ask(F f) const {
    forget_other_threads();
    while (adding_ > 0) wait();
    const std::shared_ptr<const Tables> tables = opened();
    const pybind11::gil_scoped_release released;
    return f(*tables);
  }

  // Returns a copy of the tables, and a mark that keeps add() from changing them while it exists.
  // Throws Closed.
  std::pair<Tables, std::shared_ptr<const void>> share() const { return {*opened(), in_use_}; }

  // Adds a folder, after waiting for running lookups. Later ones wait for it. Throws Closed,
  // BadInput while the tables are shared, and what Tables::add throws.
  void add(const std::filesystem::path& folder) {
    forget_other_threads();
    ++adding_;
    const std::shared_ptr<void> added(nullptr, [this](void*) { --adding_; });
    while (opened().use_count() > 1) wait();
    if (in_use_.use_count() > 1) {
      throw BadInput("a Solver uses these tables; add folders before it is made");
    }
    tables_->add(folder);
  }

  void close() { tables_.reset(); }
  bool closed() const { return !tables_; }

 private:
  static void wait() {
    const pybind11::gil_scoped_release released;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  const std::shared_ptr<Tables>& opened() const {
    if (!tables_) throw Closed("the tables are closed");
    return tables_;
  }

  // In a child of fork(), the other threads of the parent do not exist: none of them will end its
  // lookup.
  void forget_other_threads() const {
    if (process_ == ::getpid()) return;
    process_ = ::getpid();
    adding_ = 0;
    if (tables_) tables_ = std::make_shared<Tables>(*tables_);
  }

  mutable std::shared_ptr<Tables> tables_;
  mutable int adding_ = 0;  // threads in add()
  mutable pid_t process_ = ::getpid();
  std::shared_ptr<const void> in_use_ = std::make_shared<char>();
};

}  // namespace pipo::python
