// One command of `pipo` and its options. Only command.cpp and run.cpp know the library that reads
// arguments: it takes long to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "pipo/io/session.hpp"

namespace CLI {
class App;
}

namespace pipo {

class Command {
 public:
  // `footer` follows the list of options in the command's help.
  Command(CLI::App& app, const std::string& name, const std::string& description,
          const std::string& footer);

  // Each declares an option, "--memory", or an argument by its place, "BOARD"; what the user gives
  // for it is put into `value`, which must outlive the command. `type` is what the help calls it.
  // An empty text is refused.
  void flag(const std::string& name, bool& value, const std::string& help);
  void text(const std::string& name, std::string& value, const std::string& type,
            const std::string& help);
  // `given` becomes whether the user gave it.
  void text_with_default(const std::string& name, std::string& value, bool& given,
                         const std::string& type, const std::string& help);
  void required_text(const std::string& name, std::string& value, const std::string& help);
  void texts(const std::string& name, std::vector<std::string>& values, const std::string& help);
  // An option that may be given several times, with one value each time.
  void repeated(const std::string& name, std::vector<std::string>& values, const std::string& type,
                const std::string& help);

  // One of these words, of which the first is the default.
  void word(const std::string& name, std::string& value, std::initializer_list<std::string> words,
            const std::string& help);

  // A whole number from `least` to `most`.
  void number(const std::string& name, int& value, int least, int most, const std::string& help);
  void number(const std::string& name, std::uint64_t& value, std::uint64_t least,
              std::uint64_t most, const std::string& help);
  void number_with_default(const std::string& name, std::uint64_t& value, std::uint64_t least,
                           std::uint64_t most, const std::string& help);

  // --threads N
  void threads(int& value);
  // --memory SIZE
  void memory(std::string& value);
  // --format, one of these words.
  void format(std::string& value, std::initializer_list<std::string> words);
  // --picture FILE|-
  void picture(std::string& value);

  // What to do when this command is chosen.
  void action(Session& session, std::function<int()> act);

 private:
  CLI::App& command_;
};

}  // namespace pipo
