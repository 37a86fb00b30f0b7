// Translates the library's errors to the Python exceptions that pipopipette/_errors.py defines.
#include <exception>
#include <string>

#include "python/arguments.hpp"
#include "python/bindings.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

py::object path_or_none(const std::filesystem::path& path) {
  return path.empty() ? py::none() : py::object(path_text(path));
}

// The attributes of the exception, besides its message.
py::dict details_of(const Error& error) {
  py::dict details;
  if (const auto* missing = dynamic_cast<const MissingTable*>(&error)) {
    py::list searched;
    for (const auto& folder : missing->searched()) searched.append(path_text(folder));
    const std::string& table = missing->table();
    details["table"] = table.empty() ? py::none() : py::object(text_for_people(table));
    details["searched"] = searched;
    details["file"] = path_or_none(missing->file());
    const auto layer = missing->omitted_layer();
    details["omitted_layer"] = layer ? py::object(py::int_(*layer)) : py::none();
  } else if (const auto* damaged = dynamic_cast<const DamagedTable*>(&error)) {
    details["file"] = path_or_none(damaged->file());
    details["offset"] = damaged->offset() ? py::object(py::int_(*damaged->offset())) : py::none();
  }
  return details;
}

// tests/docs/errors_test.py reads these lines.
const char* type_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return "PositionError";
    case ErrorCode::missing_table:
      return "MissingTableError";
    case ErrorCode::unreadable_table:
      return "UnreadableTableError";
    case ErrorCode::damaged_table:
      return "DamagedTableError";
    case ErrorCode::newer_table:
      return "NewerTableError";
    case ErrorCode::out_of_memory:
      return "OutOfMemoryError";
    case ErrorCode::out_of_time:
      return "OutOfTimeError";
    case ErrorCode::disk_full:
    case ErrorCode::system_limit:
      return "OutOfResourcesError";
    case ErrorCode::cannot_write:
    case ErrorCode::busy:
    case ErrorCode::stopped:
    case ErrorCode::internal:
      break;
  }
  return "Error";
}

const char* type_name(const Error& error) {
  return dynamic_cast<const Closed*>(&error) != nullptr ? "ClosedError" : type_name(error.code());
}

// The argument is passed by value because pybind11 calls the translator that way.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void translate(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const py::object exception = exception_for(error);
    PyErr_SetObject(py::type::of(exception).ptr(), exception.ptr());
  }
}

}  // namespace

py::object exception_for(const Error& error) {
  const char* name = type_name(error);
  const auto errors = py::module_::import("pipopipette._errors");
  const auto types = py::hasattr(errors, name) ? errors : py::module_::import("builtins");
  return types.attr(name)(text_for_people(error.what()), **details_of(error));
}

void bind_errors(py::module_&) {
  py::register_local_exception_translator(&translate);
}

}  // namespace pipo::python
