// What the cache of sections keeps, what it lets go, and what it reads again.
#include "generator/sweep/section_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pipo {
namespace {

using Keys = std::vector<SectionKey>;

// A cache over the sections of 2x5, whose values are made up, and a list of what it has loaded.
class SectionCacheTest : public testing::Test {
 protected:
  SectionCacheTest() : space_(Board(2, 5)), sections_(space_) {
    for (int layer = space_.first_layer(); layer <= space_.last_layer(); ++layer) {
      for (const SectionKey& key : space_.sections(layer)) by_size_[values(key)].push_back(key);
    }
  }

  std::size_t values(const SectionKey& key) const {
    return std::size_t{space_.rows(key)} * space_.columns(key);
  }
  std::uint64_t bytes(const SectionKey& key) const { return values(key) + kSectionSlack; }

  // So many sections with equally many values.
  Keys alike(std::size_t count) const {
    for (const auto& [size, keys] : by_size_) {
      if (size >= 100 && keys.size() >= count) return {keys.begin(), keys.begin() + count};
    }
    ADD_FAILURE() << "no such sections";
    return {};
  }
  SectionKey largest() const { return by_size_.rbegin()->second.front(); }

  static std::int8_t made_up(const SectionKey& key, std::size_t entry) {
    return static_cast<std::int8_t>(key.seam * 31 + key.lower * 7 + key.upper * 3 + entry);
  }
  void fill(const SectionKey& key, std::int8_t* out) const {
    for (std::size_t i = 0; i < values(key); ++i) out[i] = made_up(key, i);
  }
  bool is_filled(const SectionKey& key, const std::int8_t* in) const {
    for (std::size_t i = 0; i < values(key); ++i) {
      if (in[i] != made_up(key, i)) return false;
    }
    return true;
  }

  SectionCache::Load load() {
    return [this](const SectionKey& key, std::int8_t* out) {
      fill(key, out);
      const std::lock_guard lock(mutex_);
      loaded_.push_back(key);
    };
  }
  // What was loaded since this was last asked.
  Keys just_loaded() {
    const std::lock_guard lock(mutex_);
    return std::exchange(loaded_, {});
  }

  StateSpace space_;
  LoadedSections sections_;
  std::map<std::size_t, Keys> by_size_;
  std::mutex mutex_;
  Keys loaded_;
};

TEST_F(SectionCacheTest, LoadsWhatIsNotThereAndCountsItsValues) {
  const Keys keys = alike(3);
  const SectionKey large = largest();
  SectionCache cache(sections_, 1'000'000, load());
  EXPECT_EQ(cache.loaded_values(), 0U);
  EXPECT_EQ(cache.bytes(), 0U);
  cache.use({keys[0], large});
  EXPECT_EQ(just_loaded().size(), 2U);
  EXPECT_TRUE(is_filled(keys[0], cache.data(keys[0])));
  EXPECT_TRUE(is_filled(large, cache.data(large)));
  EXPECT_EQ(cache.loaded_values(), values(keys[0]) + values(large));
  EXPECT_EQ(cache.bytes(), bytes(keys[0]) + bytes(large));
  // What is there is not loaded again, in use or not.
  const std::int8_t* const there = cache.data(large);
  cache.release({keys[0]});
  cache.use({keys[0], large, keys[1]});
  EXPECT_EQ(just_loaded(), Keys{keys[1]});
  EXPECT_EQ(cache.loaded_values(), values(keys[0]) + values(large) + values(keys[1]));
  EXPECT_EQ(cache.data(large), there);
}

TEST_F(SectionCacheTest, WhatIsComputedIsNotLoaded) {
  const Keys keys = alike(2);
  SectionCache cache(sections_, 1'000'000, load());
  cache.add(keys[0]);
  fill(keys[0], cache.data(keys[0]));
  cache.release({keys[0]});
  cache.use({keys[0]});
  EXPECT_TRUE(is_filled(keys[0], cache.data(keys[0])));
  EXPECT_EQ(just_loaded(), Keys{});
  EXPECT_EQ(cache.loaded_values(), 0U);
}

TEST_F(SectionCacheTest, TheLeastRecentlyUsedGoesFirst) {
  const Keys keys = alike(6);
  SectionCache cache(sections_, 3 * bytes(keys[0]), load());
  cache.use({keys[0], keys[1], keys[2]});
  cache.release({keys[1]});
  cache.release({keys[2], keys[0]});
  just_loaded();
  cache.use({keys[3]});  // in place of 1
  cache.use({keys[2], keys[0]});
  EXPECT_EQ(just_loaded(), Keys{keys[3]});
  cache.release({keys[2], keys[3], keys[0]});
  // Used again, 2 is no longer the first to go.
  cache.use({keys[2]});
  cache.release({keys[2]});
  cache.use({keys[4]});  // in place of 3
  cache.use({keys[0], keys[2]});
  EXPECT_EQ(just_loaded(), Keys{keys[4]});
  cache.release({keys[4], keys[0], keys[2]});
  cache.use({keys[1]});  // in place of 4
  cache.use({keys[4]});  // in place of 0
  EXPECT_EQ(just_loaded(), (Keys{keys[1], keys[4]}));
  cache.use({keys[2]});
  EXPECT_EQ(just_loaded(), Keys{});
  EXPECT_EQ(cache.bytes(), 3 * bytes(keys[0]));
}

TEST_F(SectionCacheTest, WhatIsInUseStaysEvenBeyondTheBudget) {
  const Keys keys = alike(8);
  SectionCache cache(sections_, 2 * bytes(keys[0]), load());
  cache.use({keys[0], keys[1], keys[2]});
  EXPECT_EQ(cache.bytes(), 3 * bytes(keys[0]));
  // Used twice and released once: still in use.
  cache.use({keys[0]});
  cache.release({keys[0], keys[1], keys[2]});
  const std::int8_t* const kept = cache.data(keys[0]);
  for (int i = 3; i < 8; ++i) {
    cache.use({keys[i]});
    cache.release({keys[i]});
    EXPECT_EQ(cache.data(keys[0]), kept);
  }
  EXPECT_TRUE(is_filled(keys[0], kept));
  just_loaded();
  cache.use({keys[0]});
  EXPECT_EQ(just_loaded(), Keys{});
  cache.release({keys[0]});
  cache.release({keys[0]});
  for (int i = 3; i < 8; ++i) {
    cache.use({keys[i]});
    cache.release({keys[i]});
  }
  just_loaded();
  cache.use({keys[0]});
  EXPECT_EQ(just_loaded(), Keys{keys[0]});
}

// Fresh memory is slow, so what a section leaves behind is used again, but not where much of it
// would be wasted.
TEST_F(SectionCacheTest, MemoryIsUsedAgainWhereItFits) {
  const Keys keys = alike(4);
  const std::uint64_t size = bytes(keys[0]);
  SectionCache cache(sections_, 2 * size, load());
  cache.use({keys[0], keys[1]});
  const std::int8_t* const memory = cache.data(keys[0]);
  cache.release({keys[0]});
  cache.use({keys[2]});
  EXPECT_EQ(cache.data(keys[2]), memory);
  EXPECT_TRUE(is_filled(keys[2], cache.data(keys[2])));
  EXPECT_EQ(cache.bytes(), 2 * size);

  const SectionKey large = largest();
  SectionCache tight(sections_, bytes(large), load());
  tight.use({large});
  tight.release({large});
  tight.use({keys[0]});
  EXPECT_EQ(tight.bytes(), size);
  tight.release({keys[0]});
  tight.use({large});
  EXPECT_EQ(tight.bytes(), bytes(large));
  EXPECT_TRUE(is_filled(large, tight.data(large)));
}

// Sections of all sizes, thousands of times, with less than half of the budget in use.
TEST_F(SectionCacheTest, KeepsWithinTheBudget) {
  Keys all;
  for (const auto& [size, keys] : by_size_) {
    if (size <= 30'000) all.insert(all.end(), keys.begin(), keys.end());
  }
  const std::uint64_t budget = 100'000;
  std::mt19937_64 random(34);
  SectionCache cache(sections_, budget, load());
  Keys in_use;
  std::uint64_t used = 0;
  std::uint64_t most = 0;
  for (int round = 0; round < 5000; ++round) {
    const SectionKey key = all[random() % all.size()];
    while (!in_use.empty() && used + bytes(key) > budget / 2) {
      const std::size_t at = random() % in_use.size();
      used -= bytes(in_use[at]);
      cache.release({in_use[at]});
      in_use.erase(in_use.begin() + at);
    }
    cache.use({key});
    in_use.push_back(key);
    used += bytes(key);
    ASSERT_LE(cache.bytes(), budget);
    ASSERT_GE(cache.bytes(), bytes(key));
    most = std::max(most, cache.bytes());
    if (round % 50 == 0) {
      for (const SectionKey& other : in_use) ASSERT_TRUE(is_filled(other, cache.data(other)));
    }
  }
  EXPECT_GT(most, budget * 9 / 10);  // and makes use of it
  // What was found there was not loaded: some, but by no means all.
  EXPECT_LT(just_loaded().size(), 5000U);
}

// As in a sweep: some load, some add, some give back, each section in the hands of one thread.
TEST_F(SectionCacheTest, ManyThreadsEachFindTheirOwn) {
  constexpr int kThreads = 4;
  std::vector<Keys> of_thread(kThreads);
  std::size_t number = 0;
  for (const auto& [size, keys] : by_size_) {
    if (size > 3000) break;
    for (const SectionKey& key : keys) of_thread[number++ % kThreads].push_back(key);
  }
  // A quarter more than all threads can have in use, since memory is used again where up to a
  // quarter of it is wasted.
  const std::uint64_t budget = 50'000;
  SectionCache cache(sections_, budget, load());
  std::atomic<int> wrong = 0;
  std::atomic<int> beyond = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937_64 random(static_cast<std::uint64_t>(thread));
      const Keys& mine = of_thread[static_cast<std::size_t>(thread)];
      for (int round = 0; round < 500; ++round) {
        Keys some;
        for (int i = 0; i < 3; ++i) some.push_back(mine[random() % mine.size()]);
        if (round % 3 == 0) {
          cache.add(some[0]);
          fill(some[0], cache.data(some[0]));
        } else {
          cache.use({some[0]});
        }
        cache.use({some[1], some[2]});
        for (const SectionKey& key : some) wrong += !is_filled(key, cache.data(key));
        beyond += cache.bytes() > budget;
        cache.release(some);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(beyond, 0);
  std::uint64_t values_loaded = 0;
  for (const SectionKey& key : just_loaded()) values_loaded += values(key);
  EXPECT_EQ(cache.loaded_values(), values_loaded);
}

// What a load throws reaches whoever wanted the section.
TEST_F(SectionCacheTest, AFailedLoadIsTold) {
  SectionCache cache(sections_, 1'000'000, [](const SectionKey&, std::int8_t*) {
    throw std::runtime_error("unreadable");
  });
  EXPECT_THROW(cache.use({alike(1)[0]}), std::runtime_error);
}

}  // namespace
}  // namespace pipo
