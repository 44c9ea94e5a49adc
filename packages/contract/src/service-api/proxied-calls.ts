import type { Endpoint } from '../endpoint.ts';
import { answerAddress } from './functions/address-call.ts';
import { countInvocations, countRecentInvocations } from './functions/invocation-counts.ts';
import { listInvocations } from './functions/invocations.ts';
import { noteRefusedRequests } from './functions/refused-requests.ts';
import {
  cancelServiceTests,
  listServiceTests,
  listTestsOfSources,
  runServiceTests,
} from './functions/tests.ts';
import { deleteValue, setValue } from './functions/values.ts';
import { listPersonRecords } from './person.ts';
import { deleteStorage } from './storage.ts';
import { exportBody, exportMetadata } from './versions/export.ts';
import { exportSourceFiles } from './versions/export-files.ts';
import { listFileVersions } from './versions/file-versions.ts';
import { importBody, importConfiguration, withdrawImport } from './versions/import.ts';
import { diffVersions } from './versions/version-changes.ts';
import { deleteOldVersions, restoreVersion } from './versions/versions.ts';

/** Endpoints that the proxy under /services/ does not merely pass on. A test compares them with the contract. */
const endpoints: readonly Endpoint[] = [
  answerAddress,
  cancelServiceTests,
  countInvocations,
  countRecentInvocations,
  deleteOldVersions,
  deleteStorage,
  deleteValue,
  diffVersions,
  exportBody,
  exportMetadata,
  exportSourceFiles,
  importBody,
  importConfiguration,
  listFileVersions,
  listInvocations,
  listPersonRecords,
  listServiceTests,
  listTestsOfSources,
  noteRefusedRequests,
  restoreVersion,
  runServiceTests,
  setValue,
  withdrawImport,
];

/** One expression for all slow calls, because it is tested with each call of a function. */
const slowCalls = new RegExp(
  `^(?:${endpoints
    .filter(({ isSlow }) => isSlow)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}`)
    .join('|')})$`,
);

const refused = endpoints.flatMap((endpoint) => {
  const { refusedByProxy: sentence } = endpoint;
  return sentence === undefined ? [] : [{ sentence, isCalled: matchLeniently([endpoint]) }];
});

const isConfigurationChange = matchLeniently(
  endpoints.filter(({ permission }) => permission === 'configuration.write'),
);
const SETTING_CHANGE = /^\/(?:values\/(secret|variable)|(hosts))\/([^/]+)$/;

/** Whether a call of a service takes long where a domain has much (`isSlow`). `path` is the decoded one within the service. */
export function isSlowServiceCall(method: string, path: string): boolean {
  return slowCalls.test(`${method} ${path}`);
}

/** Returns what a caller is told whose call must not pass the proxy (`refusedByProxy`); undefined for all others. */
export function findRefusal(method: string, path: string): string | undefined {
  const plain = plainPath(path);
  return refused.find(({ isCalled }) => isCalled(method, plain))?.sentence;
}

/** Whether a call changes what is live. */
export function writesConfiguration(method: string, path: string): boolean {
  return isConfigurationChange(method, plainPath(path));
}

/** Change of a secret, a variable or an allowed host of functions, which no version has and no test proves; as the log names it. */
export function findSettingChange(method: string, path: string) {
  const [, kind, hosts, name] = SETTING_CHANGE.exec(path) ?? [];
  if (name === undefined || (method !== 'PUT' && method !== 'DELETE')) return undefined;
  const isSet = method === 'PUT';
  if (hosts !== undefined) {
    const message = isSet
      ? `Allowed functions to reach ${name}`
      : `No longer allowed functions to reach ${name}`;
    return { action: isSet ? 'host.allow' : 'host.remove', message, subject: { host: name } } as const;
  }
  const message = `${isSet ? 'Set' : 'Deleted'} the ${kind} ${name}`;
  return { action: isSet ? 'value.set' : 'value.delete', message, subject: { kind, name } } as const;
}

/** Path without parameters of its segments (`;a=b`), backslashes and repeated slashes, as a router may read it. */
function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .replaceAll(/\/{2,}/g, '/');
}

/**
 * Matches at least what any router takes for a call of these endpoints, by the plain path: routers of services may fold
 * case, decode slashes, serve what is below a path, and cut off what follows `.`; some take any method that may change
 * something.
 */
function matchLeniently(wanted: readonly Endpoint[]): (method: string, plain: string) => boolean {
  const [reads, changes] = [true, false].map((isReading) => {
    const paths = wanted.filter(({ method }) => isRead(method) === isReading).map(({ path }) => path);
    const patterns = paths.map((path) => path.replaceAll(/\{\w+\}/g, '.+'));
    return paths.length === 0 ? undefined : new RegExp(`^(?:${patterns.join('|')})(?:[^\\w-].*)?$`, 'is');
  });
  return (method, plain) => (isRead(method) ? reads : changes)?.test(plain) ?? false;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
