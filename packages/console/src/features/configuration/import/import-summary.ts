import type { checkBodies } from '@atrium/contract/configuration/import';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { NamedChange, ReasonedChange } from '../live-change/NamedList.tsx';
import { submitSummary } from '../submit/submit-summary.ts';
import type { ImportChanges } from './import-changes.ts';
import type { ServiceImport } from './use-import.ts';

/** The items that the import would delete or discard, named for the question. */
export function namedIn(services: readonly ServiceImport[], kind: keyof ImportChanges): NamedChange[] {
  return services.flatMap(({ result, changes }) =>
    changes[kind].map((path) => ({ serviceName: result.name, path })),
  );
}

/** The items whose source cannot be parsed, with the place of the fault. */
export function unparsedIn(
  services: readonly ServiceImport[],
  checked: EndpointResponse<typeof checkBodies> | undefined,
): ReasonedChange[] {
  return services.flatMap(({ result: { serviceId, name } }) => {
    const found = checked?.services.find((one) => one.serviceId === serviceId)?.unparsed ?? [];
    return found.map(({ filePath, fault: { line, message } }) => ({
      serviceName: name,
      path: filePath,
      reason: `line ${line}: ${message}`,
    }));
  });
}

/** Whether the import would change anything that is live. */
export function isChanged({ changes: { added, changed, deleted } }: ServiceImport): boolean {
  return added.length + changed.length + deleted.length > 0;
}

/** Summarizes the import in one line: changes and number of services. */
export function summaryOf(services: readonly ServiceImport[]): string {
  const count = (kind: keyof ImportChanges) => namedIn(services, kind).length;
  return submitSummary({
    services: services.filter(isChanged).map(({ result }) => result.name),
    kinds: [
      { count: count('added'), one: 'new', many: 'new' },
      { count: count('changed'), one: 'changed', many: 'changed' },
      { count: count('deleted'), one: 'deletion', many: 'deletions' },
    ],
    discardCount: count('discarded'),
    replaceCount: count('replaced'),
    noun: 'item',
  });
}
