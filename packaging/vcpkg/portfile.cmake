# An overlay port, which builds the sources that it is a part of:
#
#     vcpkg install pipopipette --overlay-ports=packaging/vcpkg
vcpkg_cmake_configure(
  SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../..
  OPTIONS -DPIPO_BUILD_PROGRAM=OFF -DPIPO_BUILD_PYTHON=OFF -DPIPO_BUILD_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Pipopipette CONFIG_PATH lib/cmake/Pipopipette)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include)
vcpkg_install_copyright(FILE_LIST ${CMAKE_CURRENT_LIST_DIR}/../../LICENSE)
