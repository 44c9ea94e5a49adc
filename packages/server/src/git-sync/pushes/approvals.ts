import { parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import {
  type Declaration,
  neededSecrets,
  parseDeclaration,
} from '@atrium/contract/service-api/functions/declaration';
import { scheduleWords } from '@atrium/contract/service-api/functions/declaration-changes';

/** Allowed hosts and set secrets of a service. */
export interface Allowed {
  hosts: ReadonlySet<string>;
  secrets: ReadonlySet<string>;
}

/** Metadata of a function before and after a change; null where there is none. */
export interface ChangedMetadata {
  path: string;
  before: string | null;
  after: string | null;
}

/**
 * Changes that a person has to approve before they go live, as ends of a sentence: hosts that are not allowed, a public address, a
 * schedule, a secret without a value.
 */
export function listApprovals(
  { path, before, after }: ChangedMetadata,
  { hosts, secrets }: Allowed,
): string[] {
  const is = readDeclaration(after);
  if (is === undefined) return [];
  const was = readDeclaration(before);
  const name = path.replace(/\.meta\.js$/, '').replace(/^functions\//, '');
  const schedules = new Set(was?.schedule.map(scheduleWords));
  const isPublic = is.http !== undefined && JSON.stringify(is.http) !== JSON.stringify(was?.http);
  return [
    ...is.fetch.filter((host) => !hosts.has(host)).map((host) => `${name} reaches a new host: ${host}`),
    ...(isPublic ? [`${name} gets the address ${is.http?.path}`] : []),
    ...is.schedule
      .map(scheduleWords)
      .filter((words) => !schedules.has(words))
      .map((words) => `${name} runs ${words}`),
    ...[...neededSecrets(is)]
      .filter((secret) => !secrets.has(secret))
      .map((secret) => `${name} needs the secret ${secret}, which has no value`),
  ];
}

/** A text that cannot be read declares nothing: the service refuses it. */
function readDeclaration(text: string | null): Declaration | undefined {
  if (text === null) return undefined;
  try {
    const parsed = parseDeclaration(parseLiteralModule(text));
    return parsed && 'declaration' in parsed ? parsed.declaration : undefined;
  } catch {
    return undefined;
  }
}
