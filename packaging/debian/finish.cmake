# CPack runs this after it has copied the files of each package to a folder named after the component. Adds copyright and
# changelog, compresses, and sets permissions as Debian's policy requires. debhelper would do this, but it is not
# always installed.
cmake_policy(SET CMP0009 NEW)  # lists of files do not follow links
find_program(gzip gzip REQUIRED)
# The date in the format of Debian's changelogs.
execute_process(COMMAND date --utc --rfc-email --date=${CPACK_PIPO_RELEASE_DATE}
                OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(READ ${CPACK_PIPO_SOURCE_DIR}/LICENSE licence)
# A copyright file writes an empty line as a full stop and indents all lines of a text.
string(REGEX REPLACE "^MIT License\n+(Copyright [^\n]+)\n+" "" licence_text "${licence}")
set(holder ${CMAKE_MATCH_1})
string(REGEX REPLACE "^Copyright (\\([cC]\\) )?" "" holder "${holder}")
string(STRIP "${licence_text}" licence_text)
string(REGEX REPLACE "\n\n" "\n.\n" licence_text "${licence_text}")
string(REGEX REPLACE "\n" "\n " licence_text "${licence_text}")

# Compares the symbols of the shared libraries with the list of the symbols of each version, which packages that use the
# libraries need. Add new symbols to the list; the library must not lose any.
set(runtime ${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME})
file(GLOB libraries ${CPACK_TEMPORARY_DIRECTORY}/runtime/usr/lib/*/lib*.so.*.*)
list(TRANSFORM libraries PREPEND -e)
execute_process(COMMAND dpkg-gensymbols -p${runtime} -v${CPACK_PACKAGE_VERSION} ${libraries} -c4
                        -I${CPACK_PIPO_SOURCE_DIR}/packaging/debian/runtime/symbols -O${CPACK_PIPO_SYMBOLS}
                RESULT_VARIABLE failed ERROR_VARIABLE changes)
if(failed)
  message(FATAL_ERROR "The symbols of the libraries are not those of packaging/debian/runtime/symbols:\n${changes}")
endif()

foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  set(docs ${root}/share/doc/${package})
  file(WRITE ${docs}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Pipopipette

Files: *
Copyright: ${holder}
License: Expat

License: Expat
 ${licence_text}
")
  file(WRITE ${docs}/changelog
"pipopipette (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  # The copyright file includes the licence.
  file(REMOVE ${root}/share/doc/pipopipette/LICENSE)
  if(component STREQUAL development)
    # The documentation is a separate package, on which this one depends.
    foreach(folder docs examples)
      file(CREATE_LINK ../pipopipette/${folder} ${docs}/${folder} SYMBOLIC)
    endforeach()
  endif()
  file(GLOB pages ${root}/share/man/man*/*)
  execute_process(COMMAND ${gzip} --best --no-name --force ${docs}/changelog ${pages}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE files ${root}/share/* ${root}/lib/*.so*)
  foreach(one ${files})
    if(NOT IS_SYMLINK ${one})
      file(CHMOD ${one} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endforeach()
endforeach()
