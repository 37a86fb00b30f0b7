# CPack runs this after it has made the packages. Removes the scripts that call ldconfig, which CPack adds to every
# package of shared libraries. Debian's packages have the trigger `ldconfig` instead.
set(scratch ${CPACK_TOPLEVEL_DIRECTORY}/without_ldconfig)
foreach(deb ${CPACK_PACKAGE_FILES})
  if(deb MATCHES "/${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME}_[^/]*$")
    file(REMOVE_RECURSE ${scratch})
    execute_process(COMMAND dpkg-deb --raw-extract ${deb} ${scratch} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${scratch}/DEBIAN/postinst ${scratch}/DEBIAN/postrm)
    execute_process(COMMAND dpkg-deb --root-owner-group --build ${scratch} ${deb}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${scratch})
  endif()
endforeach()
