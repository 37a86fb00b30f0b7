// The exceptions of the installed C++ library and their messages, caught by type outside the shared
// library. Run in a folder like that of misuse.c.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <pipopipette/pipopipette.hpp>

namespace {

namespace fs = std::filesystem;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " << #condition << '\n'; \
      std::exit(1);                                                           \
    }                                                                         \
  } while (0)

template <typename Expected, typename Call>
Expected caught(Call call) {
  try {
    call();
  } catch (const Expected& error) {
    const pipo::Error& base = error;
    CHECK(std::string(base.what()).find('\n') == std::string::npos);
    // Only the program names options and commands.
    CHECK(std::string(base.what()).find(" --") == std::string::npos);
    CHECK(std::string(base.what()).find("pipo ") == std::string::npos);
    return error;
  } catch (const std::exception& other) {
    std::cerr << "another error: " << other.what() << '\n';
  }
  std::cerr << "not thrown\n";
  std::exit(1);
}

void missing() {
  const auto nowhere = caught<pipo::MissingTable>([] { pipo::Tables({"nowhere", "neither"}); });
  CHECK(nowhere.file() == "nowhere");
  CHECK(nowhere.searched() == std::vector<fs::path>{"nowhere"});
  CHECK(nowhere.table().empty());

  pipo::Tables tables({"tables"});
  const auto larger = caught<pipo::MissingTable>([&] { tables.value({pipo::Board(4, 3), 0}); });
  CHECK(larger.table() == "3x4");
  CHECK(larger.searched() == std::vector<fs::path>{"tables"});
  CHECK(larger.file().empty());
  CHECK(!tables.find_value({pipo::Board(4, 3), 0}));
  caught<pipo::MissingTable>([&] { tables.add("nowhere"); });
  CHECK(tables.found().size() == 2);

  pipo::Tables grown{std::vector<fs::path>()};
  CHECK(!grown.covers({pipo::Board(3, 3), 0}));
  grown.add("tables");
  CHECK(grown.value({pipo::Board(3, 3), 0}) == -3);
  CHECK(grown.value({pipo::Board(2, 2), 0}) == 2);
  const auto none = caught<pipo::MissingTable>([&] { pipo::Tables::only("tables/9x9"); });
  CHECK(none.file() == "tables/9x9/manifest.json");
}

void damaged() {
  const pipo::Position ten = pipo::parse_position("3x3:110001000011101010101000");
  const pipo::Tables tables({"damaged"});
  const auto block = caught<pipo::DamagedTable>([&] { tables.value(ten); });
  CHECK(block.file() == "damaged/3x3/layer-10.pipo");
  CHECK(block.offset() && *block.offset() >= 656);
  CHECK(tables.problems().size() == 1 && tables.problems()[0].folder == "damaged/3x3");
  const pipo::Tables incomplete({"incomplete"});
  const auto file = caught<pipo::DamagedTable>([&] { incomplete.value(ten); });
  CHECK(file.file() == "incomplete/3x3/layer-10.pipo" && !file.offset());
  pipo::Tables healthy({"damaged", "tables"});
  CHECK(healthy.value(ten) == 3);
  // A later folder helps, too.
  pipo::Tables later({"damaged"});
  later.add("tables");
  CHECK(later.value(ten) == 3);

  fs::create_directory("newer");
  fs::copy("tables/2x2", "newer/2x2");
  std::ofstream("newer/2x2/manifest.json") << R"({"format": 99})";
  const auto newer = caught<pipo::NewerTable>([] {
    pipo::Tables({"newer"}).value({pipo::Board(2, 2), 0});
  });
  CHECK(newer.code() == pipo::ErrorCode::newer_table);
  std::ofstream("newer/2x2/manifest.json") << "\xff\xfe{";
  const auto text = caught<pipo::DamagedTable>([] {
    pipo::Tables({"newer"}).value({pipo::Board(2, 2), 0});
  });
  CHECK(text.file() == "newer/2x2/manifest.json");
}

void unreadable() {
  // Root may read everything, so it becomes another user, which may pass through this folder.
  const bool root = ::geteuid() == 0;
  CHECK(::chmod(".", 0755) == 0);
  fs::create_directory("closed");
  CHECK(::chmod("closed", 0) == 0);
  if (root && ::seteuid(65534) != 0) {
    std::cerr << "not tested: root cannot become another user here\n";
    return;
  }
  const auto error = caught<pipo::UnreadableTable>([] { pipo::Tables({"closed"}); });
  CHECK(!root || ::seteuid(0) == 0);
  CHECK(error.file() == "closed");
  CHECK(::chmod("closed", 0700) == 0);
}

void odd_folders() {
  // Every error of the file system has one of the documented types.
  caught<pipo::MissingTable>([] { pipo::Tables({""}); });
  caught<pipo::MissingTable>([] { pipo::Tables({"tables/3x3/manifest.json"}); });
  caught<pipo::Error>([] { pipo::Tables({std::string(5000, 'x')}); });
  caught<pipo::Error>([] { pipo::Tables({std::string("tables\0x", 8)}); });
  fs::create_symlink("loop", "loop");
  caught<pipo::Error>([] { pipo::Tables({"loop"}); });
  caught<pipo::Error>([] { pipo::Tables::only("loop"); });
  caught<pipo::Error>([] { pipo::StoredPositions("loop", 3); });
}

void bad_input() {
  caught<pipo::BadInput>([] { pipo::parse_position("3x3:01"); });
  caught<pipo::BadInput>([] { pipo::Board(21, 21); });
  caught<pipo::BadInput>([] { pipo::parse_edge(pipo::Board(2, 2), "h9.9"); });
  caught<pipo::BadInput>([] { pipo::parse_picture("?"); });
  const pipo::Tables tables({"tables"});
  caught<pipo::BadInput>([&] { tables.value({pipo::Board(2, 2), 1 << 12}); });
}

}  // namespace

int main() {
  missing();
  damaged();
  unreadable();
  odd_folders();
  bad_input();
}
