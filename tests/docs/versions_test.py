"""The version is the same in the header, the packages, the citation, the list of changes and on the pages."""

import re
import unittest

from pages import PAGES, text_of


class Versions(unittest.TestCase):
    def test_one_version(self):
        header = text_of("probe/include/pipopipette/version.h")
        version = re.search(r'PIPOPIPETTE_VERSION "(.*)"', header).group(1)
        parts = re.findall(r"PIPOPIPETTE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
        self.assertEqual(".".join(parts), version.split("-")[0])
        newest, date = re.search(r"^## (\d\S*) \((\S+)\)", text_of("CHANGELOG.md"), re.MULTILINE).groups()
        citation = dict(re.findall(r"^(version|date-released): (\S+)$", text_of("CITATION.cff"), re.MULTILINE))
        self.assertEqual((newest, citation), (version, {"version": version, "date-released": date}))
        project = text_of("pyproject.toml")
        self.assertIn('dynamic = ["version"]', project)
        self.assertIn('input = "probe/include/pipopipette/version.h"', project)
        shared = re.search(r"set\(PIPO_SOVERSION (\d+)\)", text_of("CMakeLists.txt")).group(1)
        self.assertEqual(shared, parts[0])  # docs/stability.md: the name stays within a major version
        for page in PAGES:
            for named in re.findall(r"libpipopipette(?:-solver)?(?:\.so\.)?(\d[\d.]*)\b", text_of(page)):
                self.assertEqual(named, shared, page)


if __name__ == "__main__":
    unittest.main()
