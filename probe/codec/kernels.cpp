// The functions of this floor that are compiled once for each instruction set
// (probe/base/instruction_sets.hpp). They are in one file, because reading Highway's headers once per
// set takes longer than compiling them.
#include "probe/base/instruction_sets.hpp"
#include "probe/codec/frequency_kernels.hpp"
#include "probe/codec/line_samples.hpp"
#include "probe/codec/transpose.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "probe/codec/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Each has no #pragma once: it is read as often as this file.
#include "probe/codec/frequency_kernels_inl.hpp"
#include "probe/codec/line_samples_inl.hpp"
#include "probe/codec/transpose_inl.hpp"
