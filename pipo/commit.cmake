# Writes OUT, which defines kCommit: the commit of the sources, "-dirty" if files were changed since.
#
# A source archive made by `git archive` has the commit in commit.txt. Other sources outside of git have "unknown".
cmake_minimum_required(VERSION 3.25)
set(commit "")
find_program(git git)
# Without its own .git the sources may be a folder of another project.
if(git AND EXISTS ${CMAKE_CURRENT_LIST_DIR}/../.git)
  execute_process(COMMAND ${git} describe --always --dirty --abbrev=12 --exclude=*
                  WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit REGEX "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[namespace pipo {

extern const char* const kCommit;
const char* const kCommit = "@commit@";

}  // namespace pipo
]])
