// The kernels for processors with AVX2.
#define PIPO_KERNELS_NAME kernels_avx2
#define PIPO_KERNELS_LABEL "avx2"
#include "generator/kernels/kernels_body.hpp"
