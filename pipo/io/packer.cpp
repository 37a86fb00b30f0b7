#include "pipo/io/packer.hpp"

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <utility>

namespace pipo {

struct Packer::Filter {
  std::string packed;
  boost::iostreams::filtering_ostream out;
};

Packer::Packer() : filter_(std::make_unique<Filter>()) {
  namespace gzip = boost::iostreams::gzip;
  filter_->out.push(
      boost::iostreams::gzip_compressor(boost::iostreams::gzip_params(gzip::best_speed)),
      std::streamsize{16} << 10);
  filter_->out.push(boost::iostreams::back_inserter(filter_->packed));
  filter_->out.exceptions(std::ios::badbit);  // of memory that is missing
}

Packer::~Packer() = default;

std::string Packer::add(std::string_view piece, bool last) {
  filter_->out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
  if (last) filter_->out.reset();
  return std::exchange(filter_->packed, {});
}

}  // namespace pipo
