// Translates the library's errors to the Python exceptions that pipopipette/_errors.py defines.
#include <exception>
#include <string>

#include "pipopipette/error.hpp"
#include "probe/python/arguments.hpp"
#include "probe/python/bindings.hpp"
#include "probe/python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

py::object path_or_none(const std::filesystem::path& path) {
  return path.empty() ? py::none() : py::object(path_text(path));
}

void raise(const char* name, const std::string& message, const py::dict& details = {}) {
  const py::object type = py::module_::import("pipopipette._errors").attr(name);
  const py::object error = type(text_for_people(message), **details);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void raise_missing(const char* name, const MissingTable& error) {
  py::list searched;
  for (const auto& folder : error.searched()) searched.append(path_text(folder));
  py::dict details;
  details["table"] =
      error.table().empty() ? py::none() : py::object(text_for_people(error.table()));
  details["searched"] = searched;
  details["file"] = path_or_none(error.file());
  raise(name, error.what(), details);
}

void raise_damaged(const char* name, const DamagedTable& error) {
  py::dict details;
  details["file"] = path_or_none(error.file());
  details["offset"] = error.offset() ? py::object(py::int_(*error.offset())) : py::none();
  raise(name, error.what(), details);
}

// The argument is passed by value because pybind11 calls the translator that way.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void translate(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(thrown);
  } catch (const UnreadableTable& error) {
    raise_missing("UnreadableTableError", error);
  } catch (const MissingTable& error) {
    raise_missing("MissingTableError", error);
  } catch (const NewerTable& error) {
    raise_damaged("NewerTableError", error);
  } catch (const DamagedTable& error) {
    raise_damaged("DamagedTableError", error);
  } catch (const BadInput& error) {
    raise("PositionError", error.what());
  } catch (const NoSpace& error) {
    raise("NoSpaceError", error.what());
  } catch (const Closed& error) {
    raise("ClosedError", error.what());
  } catch (const Error& error) {
    raise("Error", error.what());
  }
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_local_exception_translator(&translate);
}

}  // namespace pipo::python
