# The Debian packages that `cpack -G DEB` makes. Libraries are installed to the architecture's folder only if the build is
# configured with the prefix /usr, as the preset `deb` does.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Pipopipette")
# Names the maintainer of the packages. The project has no address of its own, and .invalid never is one (RFC 2606).
set(PIPO_MAINTAINER "Pipopipette developers <maintainer@pipopipette.invalid>" CACHE STRING
    "Name and address of the maintainer of the Debian packages")
set(CPACK_PACKAGE_CONTACT ${PIPO_MAINTAINER})
# Debian sorts 1.0.0~rc1 before 1.0.0.
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION ${PIPO_VERSION})
# Otherwise CPack puts this summary before the summary of each package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE none)  # repack.cmake compresses
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# No installed package has the shared libraries when dpkg-shlibdeps looks for them, so it gets their folders.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/probe)
# Generates the dependency that packages using the shared libraries get.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pipopipette)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "complete tablebases for Dots-and-Boxes
Makes and probes tables that hold, for every position of a board of
Dots-and-Boxes, the margin in boxes by which the player to move outscores the
opponent from there under best play. A table answers any position of its board
in microseconds, with the value of each move.
.
This package has the program pipo, which makes tables, probes them, verifies
them by the rules of the game, and explains in words what theory says of a
position.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "pipopipette-atlas, pipopipette-doc")

set(CPACK_DEBIAN_ATLAS_PACKAGE_NAME pipopipette-atlas)
set(CPACK_DEBIAN_ATLAS_PACKAGE_SECTION math)
set(CPACK_DEBIAN_ATLAS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_ATLAS_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_ATLAS_PACKAGE_ENHANCES "pipopipette, libpipopipette${PIPO_SOVERSION}, python3-pipopipette")
set(CPACK_DEBIAN_ATLAS_DESCRIPTION "complete tablebases for Dots-and-Boxes - tables
Holds, for each solved board of Dots-and-Boxes, up to 4x5 and 2x9, the exact
values of its first positions: the margin in boxes by which the player to move
outscores the opponent from there under best play.
.
The program pipo, the libraries and the Python module find these tables by
themselves, and solve the later positions of the same boards, most of them
within two seconds.")

set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME pipopipette-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOCUMENTATION_DESCRIPTION "complete tablebases for Dots-and-Boxes - documentation
Makes and probes tables that hold, for every position of a board of
Dots-and-Boxes, the margin in boxes by which the player to move outscores the
opponent from there under best play.
.
This package has the pages on the commands, the libraries, the Python module,
the HTTP interface, the format of the files and the theory, and examples.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libpipopipette${PIPO_SOVERSION})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_PIPO_SYMBOLS ${CMAKE_CURRENT_BINARY_DIR}/debian/symbols)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/debian)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/runtime/triggers;${CPACK_PIPO_SYMBOLS}")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "complete tablebases for Dots-and-Boxes - shared libraries
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves; reads and writes
positions, pictures of them and what theory says of their endgames. A second
library also solves positions that no table covers.
.
This package has the files that programs using these libraries need at run
time.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpipopipette-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# Only programs that link the static libraries need the development packages of other projects.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpipopipette${PIPO_SOVERSION} (= ${CPACK_PACKAGE_VERSION}), pipopipette-doc (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "pipopipette, libgmock-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "libzstd-dev, libfmt-dev, libxxhash-dev, libtbb-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "complete tablebases for Dots-and-Boxes - development files
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves; reads and writes
positions, pictures of them and what theory says of their endgames. A second
library also solves positions that no table covers.
.
This package has the files for building programs with these libraries in C++
or C: headers, static libraries, files for CMake and pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pipopipette)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# A module that is linked to the shared library needs "libpipopipette${PIPO_SOVERSION} (= ${CPACK_PACKAGE_VERSION})" here as well.
# The compiled module works with one version of Python.
set(python_version ${PIPO_PYTHON_VERSION})
string(REGEX REPLACE "^.*[.]" "" python_minor "${python_version}")
math(EXPR next_minor "0${python_minor} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${python_version}), python3 (<< 3.${next_minor}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS pipopipette-atlas)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pytest)
# Installing the package compiles its modules to bytecode; removing the package deletes the bytecode.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/python/postinst;${CMAKE_CURRENT_LIST_DIR}/python/prerm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "complete tablebases for Dots-and-Boxes - Python module
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves, one by one or many
at a time in arrays of NumPy. Solves positions that no table covers.")

set(CPACK_DEBIAN_CLUSTER_PACKAGE_NAME pipopipette-mpi)
set(CPACK_DEBIAN_CLUSTER_PACKAGE_SECTION math)
# mpirun of openmpi-bin starts pipo-mpi where no cluster scheduler does.
set(CPACK_DEBIAN_CLUSTER_PACKAGE_RECOMMENDS "openmpi-bin, pipopipette")
set(CPACK_DEBIAN_CLUSTER_DESCRIPTION "complete tablebases for Dots-and-Boxes - on several machines
Makes tables that hold, for every position of a board of Dots-and-Boxes, the
margin in boxes by which the player to move outscores the opponent from there
under best play.
.
This package has the program pipo-mpi. Started by mpirun or srun, it makes one
table on several machines that share a file system.")

# Omits components without files, which CPack would make empty packages of.
get_cmake_property(installed COMPONENTS)
set(CPACK_COMPONENTS_ALL program atlas documentation runtime development python cluster)
foreach(component ${CPACK_COMPONENTS_ALL})
  if(NOT component IN_LIST installed)
    list(REMOVE_ITEM CPACK_COMPONENTS_ALL ${component})
  endif()
endforeach()
list(REMOVE_ITEM installed ${CPACK_COMPONENTS_ALL})
if(installed)
  message(FATAL_ERROR "install() without one of the components program, atlas, documentation, runtime, development, python, cluster: ${installed}")
endif()

# Files that only Debian packages need.
set(CPACK_PIPO_RELEASE_DATE ${PIPO_RELEASE_DATE})
set(CPACK_PIPO_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/date.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/repack.cmake)

include(CPack)
