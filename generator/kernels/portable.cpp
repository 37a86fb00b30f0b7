// The kernels for any processor.
#define PIPO_KERNELS_NAME kernels_portable
#define PIPO_KERNELS_LABEL "portable"
#include "generator/kernels/kernels_body.hpp"
