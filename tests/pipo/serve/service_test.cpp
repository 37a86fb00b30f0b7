// Paths, methods, and what the server says about itself.
#include "pipo/serve/service.hpp"

#include "tests/pipo/serve/served.hpp"
#include "tests/support/files.hpp"
#include "web/page_files.hpp"

namespace pipo::service_test {

using test::detail_of;
using test::json;
using test::Served;

TEST(Service, PathsThatAreNot) {
  Served served;
  for (const char* path : {"/api/v1/nothing", "/api/v1/value/", "/api/v2/value", "value", "page",
                           "", "//", "/../etc/passwd", "/api/v1/tables/"}) {
    const std::string detail = detail_of(served.get(path), 404, "not-found");
    EXPECT_NE(detail.find("openapi.json"), std::string::npos) << path;
  }
}

TEST(Service, MethodsThatAPathDoesNotTake) {
  Served served;
  const Reply reply = served.ask("PUT", "/api/v1/convert");
  EXPECT_NE(detail_of(reply, 405, "method-not-allowed").find("GET, POST"), std::string::npos);
  EXPECT_EQ(reply.headers.at("Allow"), "GET, POST, HEAD, OPTIONS");
  EXPECT_EQ(served.ask("DELETE", "/api/v1/value").status, 405);
  EXPECT_EQ(served.get("/api/v1/batch").status, 405);
}

TEST(Service, OptionsTellTheMethods) {
  Served served;
  for (const auto& [path, methods] : {std::pair{"/api/v1/value", "GET, HEAD, OPTIONS"},
                                      {"/api/v1/batch", "POST, OPTIONS"},
                                      {"/api/v1/jobs/7", "GET, DELETE, HEAD, OPTIONS"},
                                      {"/", "GET, HEAD, OPTIONS"},
                                      {"/api/v1/jobs/7/events", "GET, HEAD, OPTIONS"},
                                      {"*", "GET, POST, DELETE, HEAD, OPTIONS"}}) {
    const Reply reply = served.ask("OPTIONS", path);
    EXPECT_EQ(reply.status, 204) << path;
    EXPECT_EQ(reply.headers.at("Allow"), methods) << path;
    EXPECT_TRUE(reply.body.empty() && reply.type.empty()) << path;
  }
  EXPECT_EQ(served.ask("OPTIONS", "/nothing").status, 404);
}

TEST(Service, TablesAreListed) {
  Served served;
  const json boards = json::parse(served.get("/api/v1/tables").body);
  ASSERT_EQ(boards.at("tables").size(), 3U);
  const json& table = boards.at("tables")[1];
  EXPECT_EQ(table.at("table"), "2x2");
  EXPECT_EQ(table.at("position"), "2x2:000000000000");
  EXPECT_EQ(table.at("value"), oracle_values(Board(2, 2))(0));
  EXPECT_EQ(boards.at("limits").at("jobs"), 8);
  EXPECT_FALSE(boards.at("notations").empty());
  EXPECT_NE(served.get("/api/v1/tables").body.find("\"version\""), std::string::npos);
}

TEST(Service, ATableHasItsLayers) {
  Served served;
  const Reply reply = served.get("/api/v1/tables/2x2");
  const json table = json::parse(reply.body);
  ASSERT_EQ(table.at("layers").size(), 13U);
  EXPECT_EQ(table.at("layers")[12].at("values"), json({{"0", 1}}));
  EXPECT_EQ(served.get("/api/v1/tables/2x2", {}, reply.headers.at("ETag")).status, 304);
  detail_of(served.get("/api/v1/tables/9x9"), 404, "no-table");
}

TEST(Service, EachTableOnce) {
  const TemporaryFolder folder;
  write_table(folder.path(), table_identity(Board(2, 2)), oracle_values(Board(2, 2)));
  Service service({test::small_tables(), folder.path()}, true, {}, test::no_advice);
  EXPECT_EQ(service.complete.size(), 3U);
}

TEST(Service, ALastMoveWithACostHasItsTablesAndNoPage) {
  const TemporaryFolder folder;
  const Board board(2, 2);
  for (const LastMoveCost cost : {LastMoveCost{0}, LastMoveCost{3}}) {
    const oracle::FlatTable& oracle = oracle_of(board, cost);
    write_table(folder.path(), table_identity(board, 0, TableGame::dots_and_boxes, cost),
                [&](EdgeSet drawn) { return oracle.value(drawn); });
  }
  std::string tag;
  for (const int cost : {0, 3, 2}) {  // 2 has no table, so the position is solved
    Service service({folder.path()}, false, {}, test::no_advice, static_cast<std::uint64_t>(cost));
    const auto get = [&service](const std::string& path, const std::string& position = {}) {
      const Parameters parameters =
          position.empty() ? Parameters() : Parameters{{"position", position}};
      return service.answer({{path, parameters, {}}, "GET", {}});
    };
    const std::string empty = "2x2:000000000000";
    const int value = oracle_of(board, static_cast<LastMoveCost>(cost)).value(0);
    for (const char* path : {"/api/v1/value", "/api/v1/moves", "/api/v1/line", "/api/v1/explain"}) {
      const Reply reply = get(path, empty);
      ASSERT_EQ(reply.status, 200) << reply.body;
      const json answer = json::parse(reply.body);
      EXPECT_EQ(path == std::string("/api/v1/explain") ? answer.at("exact").at("value")
                                                       : answer.at("value"),
                value)
          << path;
      EXPECT_EQ(answer.value("last_move_cost", 0), cost) << path;
    }
    EXPECT_NE(get("/api/v1/value", empty).headers.at("ETag"), tag);
    tag = get("/api/v1/value", empty).headers.at("ETag");
    EXPECT_EQ(service.complete.size(), cost == 2 ? 0U : 1U);
    EXPECT_EQ(get("/").status, cost == 0 ? 200 : 400);
    EXPECT_EQ(get("/api/v1/openapi.json").status, 200);
  }
}

TEST(Service, FoldersThatAreNotThereAreNoError) {
  Service service({"/nonexistent/tables"}, true, {}, test::no_advice);
  EXPECT_EQ(service.complete.size(), 0U);
  const Reply reply =
      service.answer({{"/api/v1/value", {{"position", "1x1:0000"}}, {}}, "GET", {}});
  EXPECT_EQ(json::parse(reply.body).at("by"), "search") << reply.body;
}

TEST(Service, ThePageIsPartOfTheProgram) {
  Served served;
  const Reply page = served.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
  EXPECT_NE(page.headers.at("Content-Security-Policy").find("default-src 'self'"),
            std::string::npos);
  EXPECT_EQ(served.get("/", {}, page.headers.at("ETag")).status, 304);
  for (const PageFile& file : page_files()) {
    EXPECT_EQ(served.get(std::string(file.path)).body, file.text);
    EXPECT_FALSE(file.text.empty()) << file.path;
  }
  EXPECT_TRUE(json::parse(served.get("/api/v1/openapi.json").body).is_object());
}

TEST(Service, ADamagedTableIsToldAndTheOthersGoOn) {
  const TemporaryFolder folder;
  const auto table =
      write_table(folder.path(), table_identity(Board(2, 2)), oracle_values(Board(2, 2)));
  write_table(folder.path(), table_identity(Board(1, 1)), oracle_values(Board(1, 1)));
  Served served({}, folder.path());
  for (const auto& [name, text] : test::layer_files(table)) {
    test::overwrite(table / name, text.substr(0, text.size() - 1));
  }
  const Parameters position{{"position", "2x2:000000000000"}};
  for (const char* path : {"/api/v1/value", "/api/v1/moves", "/api/v1/line", "/api/v1/explain"}) {
    detail_of(served.get(path, position), 500, "damaged-table");
  }
  EXPECT_EQ(served.get("/api/v1/value", {{"position", "1x1:0000"}}).status, 200);
  const json health = json::parse(served.get("/health").body);
  EXPECT_EQ(health.at("status"), "ok");
  ASSERT_EQ(health.at("problems").size(), 1U);
  const json& problem = health.at("problems")[0];
  EXPECT_TRUE(problem.at("folder").get<std::string>().ends_with("2x2")) << problem;
  EXPECT_FALSE(problem.at("detail").get<std::string>().empty());
}

TEST(Service, WhenItIsEndingItSaysSo) {
  Served served;
  served.service().end();
  const Reply reply = served.get("/health");
  detail_of(reply, 503, "ending");
  EXPECT_EQ(reply.headers.at("Retry-After"), "1");
}

TEST(Service, RequestsAreCounted) {
  Served served;
  served.get("/api/v1/value", {{"position", "1x1:0000"}});
  served.get("/api/v1/value", {{"position", "1x1:0000"}});
  served.get("/api/v1/value");
  served.get("/made/up");
  served.get("/api/v1/jobs/7");
  served.get("/api/v1/jobs/7/events");
  const std::string text = served.get("/metrics").body;
  const auto has = [&](const std::string& line) {
    return text.find(line + "\n") != std::string::npos;
  };
  EXPECT_TRUE(has("pipo_http_requests_total{route=\"/api/v1/value\",code=\"200\"} 2")) << text;
  EXPECT_TRUE(has("pipo_http_requests_total{route=\"/api/v1/value\",code=\"400\"} 1")) << text;
  EXPECT_TRUE(has("pipo_http_requests_total{route=\"other\",code=\"404\"} 1")) << text;
  for (const char* path : {"/api/v1/jobs/{id}", "/api/v1/jobs/{id}/events"}) {
    const std::string label = "{route=\"" + std::string(path) + "\",code=\"404\"} 1";
    EXPECT_TRUE(has("pipo_http_requests_total" + label)) << text;
  }
  EXPECT_TRUE(has("pipo_http_request_seconds_count{route=\"/api/v1/value\"} 3")) << text;
  EXPECT_TRUE(has("pipo_http_request_seconds_bucket{route=\"/api/v1/value\",le=\"+Inf\"} 3"));
  EXPECT_FALSE(has("pipo_http_request_seconds_sum{route=\"/api/v1/value\"} 0")) << text;
  EXPECT_TRUE(has("pipo_tables 3")) << text;
  EXPECT_EQ(text.find("made/up"), std::string::npos);
}

}  // namespace pipo::service_test
