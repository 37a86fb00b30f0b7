// The program in a hostile environment: closed descriptors, limits, other processes, signals, and
// malformed files.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "generator/writer/table_lock.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/files.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_stack.hpp"

namespace pipo::test::hostile_world_test {

namespace fs = std::filesystem;

class HostileWorld : public testing::Test {
 protected:
  HostileWorld() { make_tables(reference_, {"3x3", "2x3"}); }

  // Runs a script in which $P is the program, $T an empty tables folder, and $R a tables folder
  // with 3x3 and 2x3.
  Outcome script(const std::string& text) const {
    return bash("P='" + program() + "'; T='" + tables_.string() + "'; R='" + reference_.string() +
                "'; cd '" + folder_.path().string() + "'\n" + text);
  }

  void expect_whole(const std::string& board, const std::string& what) const {
    EXPECT_TRUE(layer_files(tables_ / board) == layer_files(reference_ / board)) << what;
    EXPECT_EQ(left_over(tables_ / board), "") << what;
    EXPECT_EQ(pipo({"verify", board, "--tables", tables_.string()}).code, 0) << what;
  }

  static bool plain(const std::string& text) {
    return std::ranges::all_of(text, [](char c) {
      return c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != 127);
    });
  }

  TemporaryFolder folder_;
  fs::path tables_ = folder_.path() / "tables";
  fs::path reference_ = folder_.path() / "reference";
};

TEST_F(HostileWorld, ClosedStandardDescriptorsStayUnused) {
  const std::string board = kSanitized ? "2x3" : "3x3";
  const std::string generate = "\"$P\" generate " + board + " --tables \"$T\" ";
  for (const char* closed : {"2>&-", "<&-", "2>&- <&-", "<&- >/dev/null 2>&-"}) {
    fs::remove_all(tables_);
    EXPECT_EQ(script(generate + closed).code, 0) << closed;
    expect_whole(board, closed);
  }
  // Results that cannot be written are an error, as in any other program.
  fs::remove_all(tables_);
  EXPECT_EQ(script(generate + ">&-").code, 5);
  expect_whole(board, ">&-");
  EXPECT_EQ(script("\"$P\" info --tables \"$R\" >&-").code, 5);
  const Outcome batch = script("\"$P\" probe --batch - --tables \"$R\" <&-");
  EXPECT_EQ(batch.code, 2);
  EXPECT_EQ(batch.out, "");
  EXPECT_NE(batch.err.find("cannot read standard input"), std::string::npos) << batch.err;
}

TEST_F(HostileWorld, ASmallStackIsEnough) {
  const std::string limit = "ulimit -s " + std::to_string(kSmallStack >> 10) + "\n\"$P\" ";
  for (const std::string command : {"solve --by search --bound -1,1 3x3:000000000000000000000000",
                                    "verify 3x3 --tables \"$R\"", "generate 3x3 --tables \"$T\""}) {
    const Outcome outcome = script(limit + command);
    EXPECT_EQ(outcome.code, 0) << command << outcome.err;
  }
}

TEST_F(HostileWorld, TwoGeneratorsAtOnceLoseNothing) {
  const std::string board = kSanitized ? "3x3" : "2x5";
  make_tables(reference_, {board});
  const std::string generate = "\"$P\" generate " + board + " --tables \"$T\"";
  for (int i = 0; i < (kSanitized ? 1 : 3); ++i) {
    fs::remove_all(tables_);
    const Outcome both = script(generate + " & first=$!\n" + generate +
                                "; second=$?\nwait $first; echo codes $? $second");
    const std::string codes = both.out.substr(both.out.find("codes "));
    EXPECT_TRUE(codes == "codes 0 0\n" || codes == "codes 0 5\n" || codes == "codes 5 0\n")
        << codes << both.err;
    expect_whole(board, codes);
  }
}

// The first generator is stopped while it holds the lock, so the second one cannot come too late.
TEST_F(HostileWorld, TheSecondGeneratorIsRefusedDuringTheFirst) {
  const std::string board = kSanitized ? "3x3" : "3x4";
  const std::string generate = "\"$P\" generate " + board + " --tables \"$T\"";
  Outcome both;
  for (int tries = 0; tries < 20 && both.out.find("codes 0 5\n") == std::string::npos; ++tries) {
    fs::remove_all(tables_);
    both = script(generate + " & first=$!\nuntil [ -e \"$T/" + board +
                  "/generating.lock\" ] || ! kill -0 $first 2>/dev/null; do :; done\n"
                  "kill -STOP $first\n" +
                  generate + "; second=$?\nkill -CONT $first; wait $first; echo codes $? $second");
  }
  EXPECT_NE(both.out.find("codes 0 5\n"), std::string::npos) << both.out << both.err;
  EXPECT_NE(both.err.find(" is making this table"), std::string::npos) << both.err;
  EXPECT_NE(both.err.find("process "), std::string::npos) << both.err;
  make_tables(reference_, {board});
  expect_whole(board, "held still");
}

// It waits for the lock as long as needed; without --wait it would give up after 100 ms.
TEST_F(HostileWorld, TheSecondGeneratorWaitsOnRequest) {
  std::optional<TableLock> first(tables_ / "3x3");
  std::thread second([&] {
    const Outcome outcome = script(
        "\"$P\" generate 3x3 --wait --tables \"$T\" 2> >(tee said >&2)\ncode=$?\n"
        "touch ended; exit $code");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  });
  const auto said = [&] {
    return has(read_file(folder_.path() / "said"), ": waiting for process ");
  };
  while (!fs::exists(folder_.path() / "ended") &&
         !(fs::exists(folder_.path() / "said") && said())) {
    std::this_thread::yield();
  }
  EXPECT_FALSE(fs::exists(folder_.path() / "ended"));
  first.reset();
  second.join();
  expect_whole("3x3", "waited");
}

TEST_F(HostileWorld, SignalsEndTheRunCleanly) {
  const std::string board = kSanitized ? "3x3" : "3x4";
  for (const auto& [signal, code] : {std::pair("INT", 130), std::pair("TERM", 143)}) {
    // A background job of a script ignores Ctrl-C; -m starts it as a terminal would. The program
    // handles signals only from taking the lock until shortly before its end, which 3x3 reaches
    // soon, and 3x4 with one thread not within a tenth of a second.
    const Outcome stopped =
        script("set -m; \"$P\" generate " + board + " --threads 1 --tables \"$T\" & job=$!\n" +
               "until [ -e \"$T/" + board + "/generating.lock\" ] || ! kill -0 $job; do :; done\n" +
               (kSanitized ? "" : "sleep 0.05; ") + "kill -" + signal + " $job; wait $job");
    if (stopped.code == 0) continue;  // it ended before the signal
    EXPECT_EQ(stopped.code, code) << stopped.err;
    EXPECT_NE(stopped.err.find("pipo: stopped; the layers finished so far are kept, and the same "
                               "command continues from them\n"),
              std::string::npos)
        << stopped.err;
    EXPECT_EQ(fs::exists(tables_ / board) ? left_over(tables_ / board) : "", "");
  }
  EXPECT_EQ(pipo({"generate", board, "--tables", tables_.string()}).code, 0);
  EXPECT_EQ(pipo({"verify", board, "--bytes", "--tables", tables_.string()}).code, 0);
}

// The program stays within --memory, or refuses.
TEST_F(HostileWorld, LongRunStaysWithinMemory) {
  for (const auto& [board, mebibytes] :
       {std::pair("3x4", 28), std::pair("3x4", 30), std::pair("2x6", 36), std::pair("2x7", 100),
        std::pair("2x7 --game nimstring", 53)}) {
    const Outcome made =
        script("\"$P\" generate " + std::string(board) + " --threads 2 --memory " +
               std::to_string(mebibytes) + "M --tables \"$T\"/" + std::to_string(mebibytes));
    ASSERT_EQ(made.code, 0) << board << " " << mebibytes << made.err;
    const auto at = made.out.find(" with ");
    const double peak = std::stod(made.out.substr(at + 6));
    EXPECT_NE(made.out.find(" MiB of memory", at), std::string::npos) << made.out;
    EXPECT_LE(peak, 1.1 * mebibytes + 4) << board << made.out;
  }
  // A start with many small sections, whose bookkeeping needs more memory than their values.
  const auto many = [&](int mebibytes) {
    return script("\"$P\" generate --start 5x5:" +
                  std::string("000000001110001010000000001000000100010100000000010111110111") +
                  " 5x5 --threads 2 --memory " + std::to_string(mebibytes) + "M --tables \"$T\"");
  };
  EXPECT_EQ(many(64).code, 5);
  const Outcome sections = many(136);
  EXPECT_EQ(sections.code, 0) << sections.err;
  const auto said = sections.out.find(" with ");
  ASSERT_NE(said, std::string::npos) << sections.out;
  EXPECT_LE(std::stod(sections.out.substr(said + 6)), 1.1 * 136 + 4) << sections.out;
  // Limits the address space as well, of which threads reserve more than they use.
  for (const int kibibytes : {150'000, 250'000}) {
    const Outcome made =
        script("ulimit -v " + std::to_string(kibibytes) +
               "; \"$P\" generate 2x6 --threads 2 --tables \"$T\"/" + std::to_string(kibibytes));
    EXPECT_EQ(made.code, 0) << kibibytes << made.err;
  }
  const Outcome least = script("\"$P\" plan 2x6 --threads 2 --memory 1M");
  const auto at = least.out.find("it needs at least ");
  ASSERT_NE(at, std::string::npos) << least.out;
  const int needed = std::stoi(least.out.substr(at + 18));
  const auto with = [&](int mebibytes) {
    return script("\"$P\" generate 2x6 --threads 2 --memory " + std::to_string(mebibytes) +
                  "M --tables \"$T\"/least");
  };
  EXPECT_EQ(with(needed - 2).code, 5);
  EXPECT_EQ(with(needed + 1).code, 0);
}

// Any limit that is too small gives a message with its name, never an abort.
TEST_F(HostileWorld, LimitsEndWithCode5) {
  if (kSanitized) GTEST_SKIP() << "sanitizers take address space by the terabyte";
  int refused = 0;
  // With less memory the libraries do not load.
  for (int kibibytes = 19'000; kibibytes <= 160'000; kibibytes += 14'000) {
    fs::remove_all(tables_);
    const std::string limit = "ulimit -v " + std::to_string(kibibytes) + "; ";
    const Outcome made = script(limit + "\"$P\" generate 3x4 --tables \"$T\"");
    EXPECT_TRUE(made.code == 0 || made.code == 5) << limit << made.code << made.err;
    if (made.code == 5) {
      ++refused;
      EXPECT_TRUE(is_one_complaint(made.err)) << made.err;
      EXPECT_NE(made.err.find("memory"), std::string::npos) << made.err;
    }
    EXPECT_EQ(fs::exists(tables_ / "3x4") ? left_over(tables_ / "3x4") : "", "") << limit;
    const Outcome probed =
        script(limit + "\"$P\" probe --tables \"$R\" 3x3:" + std::string(24, '0'));
    EXPECT_TRUE(probed.code == 0 || probed.code == 5) << limit << probed.code << probed.err;
  }
  EXPECT_GT(refused, 1);
}

TEST_F(HostileWorld, FewOpenFilesSuffice) {
  if (kSanitized) GTEST_SKIP() << "sanitizers open files of their own";
  const std::string few = "ulimit -n 12; ";
  EXPECT_EQ(script(few + "\"$P\" probe --tables \"$R\" 3x3:" + std::string(24, '0')).code, 0);
  const Outcome verified = script(few + "\"$P\" verify 3x3 --tables \"$R\"");
  EXPECT_EQ(verified.code, 0) << verified.err;
  // Layers are read back from the files opened for writing.
  const Outcome made = script("ulimit -n 20; \"$P\" generate 3x4 --memory 28M --tables \"$T\"");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("read back from finished layers"), std::string::npos) << made.out;
  // The program's libraries need a descriptor, and the tests may have inherited some.
  const Outcome none = script(
      "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4; \"$P\" generate 3x3 --tables "
      "\"$T\"");
  EXPECT_EQ(none.code, 5) << none.err;
}

// Another port would not help.
TEST_F(HostileWorld, AServerWithoutDescriptorsNamesTheLimit) {
  if (kSanitized) GTEST_SKIP() << "sanitizers open files of their own";
  int refused = 0;
  for (const char* const host : {"127.0.0.1", "localhost"}) {
    for (int files = 4; files <= 8; ++files) {
      const Outcome served = script(fmt::format(
          "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n {}; timeout 2 \"$P\" serve --host {} "
          "--port 0 --tables \"$R\"",
          files, host));
      if (served.code == 124) continue;  // these suffice to begin
      ++refused;
      EXPECT_TRUE(refused_with(
          served, 5,
          fmt::format("this process may have {} open files; raise that limit (ulimit -n)", files)));
    }
  }
  EXPECT_GE(refused, 2);
}

TEST_F(HostileWorld, FileLimitsAreCheckedInAdvance) {
  const Outcome made = script("ulimit -f 4; \"$P\" generate 3x3 --tables \"$T\"");
  EXPECT_TRUE(refused_with(made, 5, "(ulimit -f)"));
  EXPECT_FALSE(fs::exists(tables_ / "3x3"));
}

TEST_F(HostileWorld, BrokenTablesAreListedAndTheOthersAnswer) {
  fs::remove(reference_ / "3x3" / layer_file_name(5));
  make_tables(reference_, {"2x2"});
  fs::remove(reference_ / "2x2" / kManifestName);
  fs::resize_file(reference_ / "2x2" / layer_file_name(3), 50);
  const std::vector<std::string> where = {"--tables", reference_.string()};
  const Outcome text = pipo({"info", where[0], where[1]});
  EXPECT_EQ(text.code, 4);
  EXPECT_NE(text.out.find("3x3  BROKEN"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("2x2  unfinished: 12 of 13 layers"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("2x3  value -2"), std::string::npos) << text.out;
  EXPECT_TRUE(is_one_complaint(text.err)) << text.err;
  const auto json =
      nlohmann::json::parse(pipo({"info", "--format", "json", where[0], where[1]}).out);
  ASSERT_EQ(json.size(), 3U);
  EXPECT_EQ(json[0]["state"], "unfinished");
  EXPECT_EQ(json[0]["finished_layers"], 12);
  EXPECT_EQ(json[1]["state"], "complete");
  EXPECT_EQ(json[2]["state"], "broken");
  EXPECT_EQ(pipo({"info", "3x3", where[0], where[1]}).code, 4);
  EXPECT_EQ(pipo({"info", "2x2", where[0], where[1]}).code, 3);
  EXPECT_EQ(pipo({"info", "2x3", where[0], where[1]}).code, 0);

  const Outcome probed = pipo({"probe", "--batch", "-", "--format", "jsonl", where[0], where[1]},
                              "2x3:00000000000000000\n3x3:000000000000000000000000\n");
  EXPECT_EQ(probed.code, 4);
  EXPECT_NE(lines(probed.out).at(0).find("\"value\":-2"), std::string::npos) << probed.out;
  EXPECT_NE(lines(probed.out).at(1).find("layer-05.pipo: missing"), std::string::npos)
      << probed.out;
}

// An intact copy in another folder answers; the error is reported once.
TEST_F(HostileWorld, ASecondCopyAnswers) {
  fs::copy(reference_, tables_, fs::copy_options::recursive);
  fs::remove(reference_ / "3x3" / layer_file_name(5));
  std::string questions;
  for (int i = 0; i < 100; ++i) questions += "3x3:000000000000000000000000\n";
  const Outcome probed = pipo({"probe", "--batch", "-", "--format", "jsonl", "--tables",
                               reference_.string(), "--tables", tables_.string()},
                              questions);
  EXPECT_EQ(probed.code, 0);
  EXPECT_EQ(lines(probed.out).size(), 100U);
  EXPECT_TRUE(is_one_complaint(probed.err)) << probed.err;
  EXPECT_NE(probed.err.find("warning: "), std::string::npos) << probed.err;
}

TEST_F(HostileWorld, RepairReplacesOnlyBrokenLayers) {
  make_tables(tables_, {"3x3"});
  flip(tables_ / "3x3" / layer_file_name(12), 800);
  fs::remove(tables_ / "3x3" / layer_file_name(3));
  EXPECT_EQ(pipo({"verify", "3x3", "--tables", tables_.string()}).code, 4);
  const Outcome repaired = pipo({"verify", "3x3", "--repair", "--tables", tables_.string()});
  EXPECT_EQ(repaired.code, 0) << repaired.err;
  EXPECT_NE(repaired.out.find("3x3 repair: 2 of 25 layers made again, the others kept\n"),
            std::string::npos)
      << repaired.out;
  expect_whole("3x3", "repaired");
  const Outcome again = pipo({"verify", "3x3", "--repair", "--tables", tables_.string()});
  EXPECT_NE(again.out.find("nothing to repair"), std::string::npos) << again.out;
}

// Control characters of a manifest or a name never reach the terminal.
TEST_F(HostileWorld, NoControlCharacters) {
  Manifest manifest = read_manifest(reference_ / "3x3");
  manifest.date = "\x1b[2J\x1b]0;owned\x07 \xc2\x9b";
  overwrite(reference_ / "3x3" / kManifestName, manifest_text(manifest));
  const Outcome info = pipo({"info", "3x3", "--tables", reference_.string()});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_TRUE(plain(info.out)) << info.out;
  EXPECT_NE(info.out.find("\\x1b[2J"), std::string::npos) << info.out;
  EXPECT_EQ(info.out.find("\xc2\x9b"), std::string::npos);

  const fs::path odd = folder_.path() / "a\x1b[31m\n\xff";
  fs::rename(reference_, odd);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"info"},
                                                    {"info", "9x9"},
                                                    {"probe", "5x5:0"},
                                                    {"probe", "2x2:000000000000"},
                                                    {"generate", "2x2"},
                                                    {"verify", "3x3", "--bytes"}}) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--tables", odd.string()});
    const Outcome outcome = pipo(all);
    EXPECT_TRUE(plain(outcome.out)) << outcome.out;
    EXPECT_TRUE(plain(outcome.err)) << outcome.err;
    EXPECT_EQ(outcome.out.find('\xff'), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err.find('\xff'), std::string::npos) << outcome.err;
  }
  const Outcome json = pipo({"info", "--format", "json", "--tables", odd.string()});
  EXPECT_TRUE(nlohmann::json::accept(json.out)) << json.out;
}

}  // namespace pipo::test::hostile_world_test
