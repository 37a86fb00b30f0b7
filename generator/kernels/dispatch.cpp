// Which kernels this processor can run.
#include "generator/kernels/kernels.hpp"

namespace pipo {

namespace kernels_portable {
extern const Kernels kernels_table;
}
#if defined(__x86_64__)
namespace kernels_avx2 {
extern const Kernels kernels_table;
}
namespace kernels_avx512 {
extern const Kernels kernels_table;
}
#endif

const std::vector<const Kernels*>& available_kernels() {
  static const std::vector<const Kernels*> available = [] {
    std::vector<const Kernels*> found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
      found.push_back(&kernels_avx512::kernels_table);
    }
    if (__builtin_cpu_supports("avx2")) found.push_back(&kernels_avx2::kernels_table);
#endif
    found.push_back(&kernels_portable::kernels_table);
    return found;
  }();
  return available;
}

const Kernels& kernels() {
  return *available_kernels().front();
}

}  // namespace pipo
