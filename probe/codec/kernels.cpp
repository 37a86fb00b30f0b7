// The functions of this floor that are compiled once for each instruction set
// (probe/base/instruction_sets.hpp). They are in one file, because reading Highway's headers for
// every set took half of the time of each file.
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

#if HWY_ONCE
namespace pipo {
namespace {

// Made when the program is loaded: static variables of functions might be half made at a fork().
const std::vector<const FrequencyKernels*> frequency_kernels_here =
    tables_for_processor<FrequencyKernels>();
const std::vector<const SampleKernels*> sample_kernels_here = tables_for_processor<SampleKernels>();
const std::vector<const Transposing*> transposing_here = tables_for_processor<Transposing>();

}  // namespace

const std::vector<const FrequencyKernels*>& available_frequency_kernels() {
  return frequency_kernels_here;
}

const std::vector<const SampleKernels*>& available_sample_kernels() {
  return sample_kernels_here;
}

const std::vector<const Transposing*>& available_transposing() {
  return transposing_here;
}

}  // namespace pipo
#endif
