// Test reports in JUnit's XML, which continuous integration displays: one test case per line.
#include <fmt/format.h>

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <utility>

#include "pipo/words/answer_text.hpp"
#include "pipo/words/audit_report.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Escapes text for attributes and elements. XML cannot represent control characters or the two
// noncharacters U+FFFE and U+FFFF.
std::string xml(std::string text) {
  constexpr std::array<std::pair<const char*, const char*>, 6> kEscapes{{{"&", "&amp;"},
                                                                         {"<", "&lt;"},
                                                                         {">", "&gt;"},
                                                                         {"\"", "&quot;"},
                                                                         {"\xef\xbf\xbe", "?"},
                                                                         {"\xef\xbf\xbf", "?"}}};
  for (const auto& [character, escaped] : kEscapes) {
    boost::replace_all(text, character, escaped);
  }
  return text;
}

std::string xml_line(std::string_view foreign) {
  return xml(printable(foreign));
}

// Joins several lines into one, as attributes need.
std::string joined_lines(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return boost::replace_all_copy(text, "\n", "; ");
}

class JunitAudit : public AuditReport {
 public:
  explicit JunitAudit(const std::string& name) : name_(xml_line(name)) {}

  void append_right(std::string& out, std::uint64_t line, const Claim& claim) const override {
    out += fmt::format("    <testcase classname=\"{}\" name=\"line {}: {}\"/>\n", name_, line,
                       to_string(claim.position));
  }

  void append_wrong(std::string& out, std::uint64_t line, const Claim& claim, const Answer& answer,
                    const Differences& differences) const override {
    const std::string words = differences_text(claim, answer, differences);
    out += fmt::format(
        "    <testcase classname=\"{0}\" name=\"line {1}: {2}\">\n"
        "      <failure type=\"mismatch\" message=\"{3}\">{4}\n{5}best: {6}\n</failure>\n"
        "    </testcase>\n",
        name_, line, to_string(claim.position), joined_lines(words), words,
        xml(picture_of_moves(claim.position, answer.moves)), best_moves(answer));
  }

  void append_not_audited(std::string& out, std::uint64_t line, std::string_view text,
                          std::string_view why) const override {
    out += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n"
        "      <error type=\"not audited\" message=\"{}\">{}</error>\n"
        "    </testcase>\n",
        name_, line > 0 ? fmt::format("line {}", line) : "the file", xml_line(why), xml_line(text));
  }

  std::string head(const AuditCounts& counts) const override {
    const std::string numbers = fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\"",
        counts.right + counts.wrong + counts.not_audited, counts.wrong, counts.not_audited);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"pipo audit\" {0}>\n"
        "  <testsuite name=\"{1}\" {0}>\n",
        numbers, name_);
  }

  std::string foot(const AuditCounts& /*counts*/) const override {
    return "  </testsuite>\n</testsuites>\n";
  }

  bool counts_first() const override { return true; }

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<AuditReport> junit_audit_report(const std::string& name) {
  return std::make_unique<JunitAudit>(name);
}

}  // namespace pipo
