# The Debian packages that `cpack -G DEB` makes. Libraries stand in the folder of the architecture only if
# the build is configured with /usr as prefix, as the preset `deb` does.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Pipopipette")
set(CPACK_PACKAGE_CONTACT "Pipopipette developers <pipopipette@localhost>")
# CPack would put one synopsis before those of the packages.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Whatever the umask of who builds.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The shared libraries are in none of the packages of this system when dependencies on them are looked up.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/probe)
# What other packages that use the shared libraries depend on.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pipopipette)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "complete tablebases for Dots-and-Boxes
Makes and probes tables that say, for every position that can arise on a
board of Dots-and-Boxes, exactly how many boxes more than the opponent the
player to move will still take under best play. Any position is then answered
in microseconds, with the value of each of its moves.
.
This package has the program pipo, which makes tables, probes them, proves them
by the rules of the game, and says in words what theory knows of a position.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libpipopipette${PIPO_SOVERSION})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/runtime/triggers)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "complete tablebases for Dots-and-Boxes - shared libraries
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves; reads and writes
positions, pictures of them and what theory says of their endgames. A second
library also solves positions that no table covers.
.
This package has what programs need to run that use one of the libraries.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpipopipette-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# Those of others are needed by who links to the static ones, and by nobody else.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpipopipette${PIPO_SOVERSION} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "pipopipette, libgmock-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "libzstd-dev, libfmt-dev, libxxhash-dev, libhwy-dev, libtbb-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "complete tablebases for Dots-and-Boxes - development files
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves; reads and writes
positions, pictures of them and what theory says of their endgames. A second
library also solves positions that no table covers.
.
This package has what programs need to be built that use one of the libraries,
from C++ or from C: headers, static libraries, files for CMake and pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pipopipette)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# A module that is linked to the shared library needs "libpipopipette${PIPO_SOVERSION} (= ${PROJECT_VERSION})" here as well.
# What is compiled is for one version of Python.
set(python_version ${PIPO_PYTHON_VERSION})
string(REGEX REPLACE "^.*[.]" "" python_minor "${python_version}")
math(EXPR next_minor "0${python_minor} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${python_version}), python3 (<< 3.${next_minor}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pytest)
# Modules are compiled when the package is installed, and what that made goes with it.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/python/postinst;${CMAKE_CURRENT_LIST_DIR}/python/prerm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "complete tablebases for Dots-and-Boxes - Python module
Opens tables that the program pipo has made and answers, for any position they
cover, the value of the position and of each of its moves, one by one or many
at a time in arrays of NumPy.")

set(CPACK_DEBIAN_CLUSTER_PACKAGE_NAME pipopipette-mpi)
set(CPACK_DEBIAN_CLUSTER_PACKAGE_SECTION math)
# Which starts it, where the scheduler of the cluster does not.
set(CPACK_DEBIAN_CLUSTER_PACKAGE_RECOMMENDS "openmpi-bin, pipopipette")
set(CPACK_DEBIAN_CLUSTER_DESCRIPTION "complete tablebases for Dots-and-Boxes - on several machines
Makes and probes tables that say, for every position that can arise on a
board of Dots-and-Boxes, exactly how many boxes more than the opponent the
player to move will still take under best play.
.
This package has the program pipo-mpi, by which several machines that share a
file system make one table together, started by mpirun or by srun.")

# Only what is installed at all; CPack would make packages without a file of the others.
get_cmake_property(installed COMPONENTS)
set(CPACK_COMPONENTS_ALL program runtime development python cluster)
foreach(component ${CPACK_COMPONENTS_ALL})
  if(NOT component IN_LIST installed)
    list(REMOVE_ITEM CPACK_COMPONENTS_ALL ${component})
  endif()
endforeach()
list(REMOVE_ITEM installed ${CPACK_COMPONENTS_ALL})
if(installed)
  message(FATAL_ERROR "install() without one of the components program, runtime, development, python, cluster: ${installed}")
endif()

# What Debian wants in every package and nobody else needs.
set(CPACK_PIPO_RELEASE_DATE ${PIPO_RELEASE_DATE})
set(CPACK_PIPO_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish.cmake)

include(CPack)
