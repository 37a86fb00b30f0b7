// A service with small tables, asked without a socket.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "pipo/serve/service.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::test {

using nlohmann::json;

// Tables of 1x1, 2x2 and 2x3, of the oracle's values.
inline const std::filesystem::path& small_tables() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    for (const Board& board : {Board(1, 1), Board(2, 2), Board(2, 3)}) {
      write_table(folder.path(), table_identity(board), oracle_values(board));
    }
    return true;
  }();
  (void)made;
  return folder.path();
}

inline std::string no_advice(const Position&) {
  return "make one";
}

class Served {
 public:
  explicit Served(const ServeLimits& limits = {},
                  const std::filesystem::path& tables = small_tables())
      : service_({tables}, true, limits, no_advice) {}

  Service& service() { return service_; }

  // "/api/v1/value" and parameters by name.
  Reply get(const std::string& path, const Parameters& parameters = {},
            const std::string& if_none_match = {}) {
    return service_.answer({{path, parameters, {}}, "GET", if_none_match});
  }

  Reply post(const std::string& path, const std::string& body, const Parameters& parameters = {}) {
    return service_.answer({{path, parameters, body}, "POST", {}});
  }

  Reply ask(const std::string& method, const std::string& path, const Parameters& parameters = {}) {
    return service_.answer({{path, parameters, {}}, method, {}});
  }

 private:
  Service service_;
};

// Joins the pieces that `next` puts into its argument while it returns true.
inline std::string all_pieces(const std::function<bool(std::string&)>& next) {
  std::string all;
  for (bool more = true; more;) {
    std::string piece;
    more = next(piece);
    all += piece;
  }
  return all;
}

inline std::string all_pieces(const Reply& reply) {
  return all_pieces(reply.pieces);
}

// A problem of this kind, whole, and its detail.
inline std::string detail_of(const Reply& reply, int status, std::string_view kind) {
  EXPECT_EQ(reply.status, status) << reply.body;
  EXPECT_EQ(reply.type, "application/problem+json");
  EXPECT_EQ(reply.headers.at("Cache-Control"), "no-store");
  const json problem = json::parse(reply.body);
  EXPECT_EQ(problem.at("type"), "urn:pipopipette:problem:" + std::string(kind));
  EXPECT_EQ(problem.at("status"), status);
  EXPECT_FALSE(problem.at("title").get<std::string>().empty());
  return problem.at("detail");
}

}  // namespace pipo::test
