# CPack reads this before it packs. All files of the packages get the date of the version, unless SOURCE_DATE_EPOCH says
# another, so that the same sources give the same packages.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND date --utc +%s --date=${CPACK_PIPO_RELEASE_DATE}
                  OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
