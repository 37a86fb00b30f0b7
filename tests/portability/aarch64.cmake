# Builds for aarch64 on another machine, with Debian's cross compiler and the libraries in PIPO_SYSROOT. qemu runs the
# programs (tests/portability/check_aarch64.sh).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(PIPO_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-sysroot CACHE PATH "A system for aarch64 with the libraries")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PIPO_SYSROOT)
get_filename_component(CMAKE_SYSROOT ${PIPO_SYSROOT} REALPATH)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})

# Tests in C++ that qemu cannot run:
# - qemu 7.2 aborts if a process has threads and its child after fork() starts one (plugins/core.c, line 221);
set(PIPO_TESTS_LEFT_OUT ForeignProcess.ClosedStandardDescriptors Remembered.AChildOfForkIsNotBlocked
                        SolverInAProcess.AForkedChildGetsAnErrorBecauseItHasNoThreads)
# - it ignores limits on address space and stacks that its program sets;
list(APPEND PIPO_TESTS_LEFT_OUT AddressSpace.*)
# - limits that are set before count the memory, threads and files of qemu.
list(APPEND PIPO_TESTS_LEFT_OUT HostileWorld.LimitsEndWithCode5 HostileWorld.FewOpenFilesSuffice)
list(JOIN PIPO_TESTS_LEFT_OUT ":" PIPO_TESTS_LEFT_OUT)
