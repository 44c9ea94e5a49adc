import { listPersonRecords } from '../person.ts';
import { exportBody, exportMetadata } from '../versions/export.ts';
import { exportSourceFiles } from '../versions/export-files.ts';
import { listFileVersions } from '../versions/file-versions.ts';
import { diffVersions } from '../versions/version-changes.ts';
import { countInvocations } from './invocation-counts.ts';
import { listInvocations } from './invocations.ts';
import { listServiceTests, listTestsOfSources } from './tests.ts';

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
