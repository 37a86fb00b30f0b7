// The kernels for processors with AVX512.
#define PIPO_KERNELS_NAME kernels_avx512
#define PIPO_KERNELS_LABEL "avx512"
#include "generator/kernels/kernels_body.hpp"
