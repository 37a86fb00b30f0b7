#include "generator/writer/file_copy.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "generator/writer/new_file.hpp"
#include "probe/base/descriptor.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20;

bool reflinked(const ReadOnlyFile& from, const NewFile& to) {
  const Descriptor source = open_file(from.path(), O_RDONLY);
  return source.open() && share_blocks(source.get(), to.descriptor()->get());
}

// Gives the file another name, by way of a temporary one, since link() replaces nothing.
bool hard_linked(const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::filesystem::path part = part_of(to);
  if (::link(from.c_str(), part.c_str()) != 0) return false;
  if (std::rename(part.c_str(), to.c_str()) == 0) return true;
  ::unlink(part.c_str());
  return false;
}

}  // namespace

Shared copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::uint64_t bytes, const Poll& poll) {
  const ReadOnlyFile source(from, KeepOpen::yes);
  {
    NewFile copy(to);
    copy.expect(bytes);
    if (reflinked(source, copy)) {
      copy.publish();
      return Shared::reflink;
    }
  }
  if (hard_linked(from, to)) return Shared::hard_link;
  NewFile copy(to);
  copy.expect(bytes);
  std::vector<std::byte> piece;
  for (std::uint64_t done = 0; done < bytes; done += piece.size()) {
    if (poll) poll();
    piece.resize(std::min<std::uint64_t>(kPiece, bytes - done));
    source.read(done, piece);
    copy.append(piece);
  }
  copy.publish();
  return Shared::no;
}

}  // namespace pipo
