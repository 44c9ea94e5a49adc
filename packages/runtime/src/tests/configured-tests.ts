import { type ServiceTest, TESTS_FOLDER } from '@atrium/contract/service-api/tests';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';

/** The tests of a configuration, by their id. */
export function testsOf({ sources, metadata }: LiveConfiguration): ServiceTest[] {
  const tests: ServiceTest[] = [];
  for (const path of sources.keys()) {
    if (!path.startsWith(`${TESTS_FOLDER}/`)) continue;
    const id = path.slice(0, -'.js'.length);
    const folderPath = id.slice(0, id.lastIndexOf('/'));
    const fields = metadata.get(id) ?? {};
    const tags = Array.isArray(fields['tags']) ? fields['tags'].filter((tag) => typeof tag === 'string') : [];
    tests.push({
      id,
      name: id.slice(folderPath.length + 1),
      folderPath,
      fullPath: path,
      tags,
      disabled: fields['disabled'] === true,
    });
  }
  return tests.sort((a, b) => (a.id < b.id ? -1 : 1));
}
