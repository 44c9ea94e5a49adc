import { exportBody, exportMetadata } from './export.ts';
import { exportSourceFiles } from './export-files.ts';
import { listFileVersions } from './file-versions.ts';
import { countInvocations } from './invocation-counts.ts';
import { listInvocations } from './invocations.ts';
import { listPersonRecords } from './person.ts';
import { listServiceTests, listTestsOfSources } from './tests.ts';
import { diffVersions } from './version-changes.ts';

const slowCalls = [
  countInvocations,
  diffVersions,
  exportBody,
  exportMetadata,
  exportSourceFiles,
  listFileVersions,
  listInvocations,
  listPersonRecords,
  listServiceTests,
  listTestsOfSources,
];

/** All of them at once: this is asked at each call of a function. */
const anyOfThem = new RegExp(
  `^(?:${slowCalls.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}`).join('|')})$`,
);

/** Whether a call of a service takes long where a domain has much (`isSlow`). `path` is the decoded one within the service. */
export function isSlowServiceCall(method: string, path: string): boolean {
  return anyOfThem.test(`${method} ${path}`);
}
