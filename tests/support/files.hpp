// Reads and damages files in tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

namespace pipo::test {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void overwrite(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// Changes a byte of a file.
inline void flip(const std::filesystem::path& path, std::size_t at) {
  std::string text = contents(path);
  text.at(at) = static_cast<char>(~text.at(at));
  overwrite(path, text);
}

// All layer files of a table, sorted by name.
inline std::map<std::string, std::string> layer_files(const std::filesystem::path& table) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(table)) {
    if (entry.path().extension() == ".pipo")
      files[entry.path().filename()] = contents(entry.path());
  }
  return files;
}

// All names in a folder except the files of a complete table.
inline std::string left_over(const std::filesystem::path& table) {
  std::string names;
  for (const auto& entry : std::filesystem::directory_iterator(table)) {
    const std::string name = entry.path().filename();
    if (name != "manifest.json" && name != "SHA256SUMS" && !name.ends_with(".pipo"))
      names += name + " ";
  }
  return names;
}

}  // namespace pipo::test
