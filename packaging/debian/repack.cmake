# CPack runs this after it has made the packages. Packs them again:
#
# - without the scripts that call ldconfig, which CPack adds to every package of shared libraries. Debian's packages
#   have the trigger `ldconfig` instead;
# - with permissions that do not depend on the umask of the build, as those of CPack's folders and archives do.
set(scratch ${CPACK_TOPLEVEL_DIRECTORY}/repacked)
foreach(deb ${CPACK_PACKAGE_FILES})
  file(REMOVE_RECURSE ${scratch})
  execute_process(COMMAND dpkg-deb --raw-extract ${deb} ${scratch} COMMAND_ERROR_IS_FATAL ANY)
  if(deb MATCHES "/${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME}_[^/]*$")
    file(REMOVE ${scratch}/DEBIAN/postinst ${scratch}/DEBIAN/postrm)
  endif()
  execute_process(COMMAND chmod --recursive u+rwX,go+rX,go-w ${scratch} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND dpkg-deb --root-owner-group --build ${scratch} ${deb}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE_RECURSE ${scratch})
