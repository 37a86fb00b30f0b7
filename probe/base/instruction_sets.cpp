#include "probe/base/instruction_sets.hpp"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace pipo {

namespace {

#if HWY_ARCH_X86
// Returns whether the processor converts halves (F16C), which not every compiler can be asked.
bool converts_halves() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}

// Highway compiles for each of these sets with all extensions that are named here.
std::int64_t supported_beyond_baseline() {
  __builtin_cpu_init();
  std::int64_t sets = 0;
  if (!__builtin_cpu_supports("ssse3")) return sets;
  sets |= HWY_SSSE3;
  const bool sse4 = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
  if (!sse4) return sets;
  sets |= HWY_SSE4;
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    converts_halves();
  if (!avx2) return sets;
  sets |= HWY_AVX2;
  const bool avx3 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd");
  return avx3 ? sets | HWY_AVX3 : sets;
}
#else
std::int64_t supported_beyond_baseline() {
  return 0;
}
#endif

}  // namespace

std::int64_t supported_instruction_sets() {
  return HWY_STATIC_TARGET | supported_beyond_baseline();
}

}  // namespace pipo
