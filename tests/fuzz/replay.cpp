// Runs a target on every file of the given folders or files, without a fuzzer. This keeps the
// targets compiled and their seeds, including old findings, tested.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/property.hpp"

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> inputs(int count, char** names) {
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(names[i])) {
      files.emplace_back(names[i]);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(names[i])) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** names) {
  const std::vector<fs::path> files = inputs(count, names);
  for (const fs::path& path : files) {
    std::fprintf(stderr, "%s\n", path.c_str());  // after a crash, the failing input is last
    std::ifstream file(path, std::ios::binary);
    if (!file) return 1;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs answered\n", files.size());
  return files.empty() ? 1 : 0;
}
