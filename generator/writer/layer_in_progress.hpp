// A layer's file that is being written, and what it is written from.
#pragma once

#include <memory>
#include <utility>

#include "generator/writer/layer_stream.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/file/layer_header.hpp"

namespace pipo {

class LayerInProgress {
 public:
  LayerInProgress(const TableParts& parts, const LayerHeader& header,
                  const std::filesystem::path& path)
      : parts_(parts), file_(std::make_unique<NewFile>(path)), stream_(parts_, header, *file_) {}

  LayerStream& stream() { return stream_; }
  std::unique_ptr<NewFile> take_file() { return std::move(file_); }

 private:
  TableParts parts_;
  std::unique_ptr<NewFile> file_;
  LayerStream stream_;
};

}  // namespace pipo
