// Counts in the format that Prometheus reads.
#include "pipo/serve/metrics.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace pipo::metrics_test {

bool has(const std::string& text, const std::string& line) {
  return text.find(line + "\n") != std::string::npos;
}

TEST(Metrics, BucketsHoldAllThatIsQuicker) {
  Metrics metrics;
  for (const double seconds : {0.00005, 0.0005, 0.003, 0.003, 7.0}) {
    metrics.answered("/x", 200, seconds);
  }
  const std::string text = metrics.text({}, 0);
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"0.0001\"} 1")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"0.0005\"} 2")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"0.001\"} 2")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"0.005\"} 4")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"1\"} 4")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_bucket{route=\"/x\",le=\"+Inf\"} 5")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_count{route=\"/x\"} 5")) << text;
  EXPECT_TRUE(has(text, "pipo_http_request_seconds_sum{route=\"/x\"} 7.00655")) << text;
}

TEST(Metrics, ConnectionsAndJobs) {
  Metrics metrics;
  metrics.connected();
  metrics.connected();
  metrics.disconnected();
  metrics.refused_connection();
  JobCounts jobs{};
  jobs.at(static_cast<std::size_t>(JobState::queued)) = 2;
  jobs.at(static_cast<std::size_t>(JobState::failed)) = 1;
  const std::string text = metrics.text(jobs, 5);
  EXPECT_TRUE(has(text, "pipo_http_connections 1")) << text;
  EXPECT_TRUE(has(text, "pipo_http_connections_refused_total 1")) << text;
  EXPECT_TRUE(has(text, "pipo_jobs{state=\"queued\"} 2")) << text;
  EXPECT_TRUE(has(text, "pipo_jobs{state=\"failed\"} 1")) << text;
  EXPECT_TRUE(has(text, "pipo_jobs{state=\"done\"} 0")) << text;
  EXPECT_TRUE(has(text, "pipo_tables 5")) << text;
}

// The memory that is resident, and not the address space, which is many times that.
TEST(Metrics, TheMemoryIsTheResidentOne) {
  std::ifstream status("/proc/self/status");
  double resident = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) resident = 1024 * std::stod(line.substr(6));
  }
  const std::string text = Metrics().text({}, 0);
  const std::string name = "\nprocess_resident_memory_bytes ";
  const double told = std::stod(text.substr(text.find(name) + name.size()));
  EXPECT_NEAR(told, resident, 0.3 * resident);
}

// Every sample has a HELP and a TYPE before it.
TEST(Metrics, EverySampleIsDescribed) {
  Metrics metrics;
  metrics.answered("/x", 404, 0.1);
  std::string text = metrics.text({}, 1);
  std::string described;
  while (!text.empty()) {
    const std::string line = text.substr(0, text.find('\n'));
    text.erase(0, line.size() + 1);
    if (line.starts_with("# TYPE ")) described = line.substr(7, line.find(' ', 7) - 7);
    if (line.starts_with("#")) continue;
    EXPECT_TRUE(line.starts_with(described)) << line;
  }
}

}  // namespace pipo::metrics_test
