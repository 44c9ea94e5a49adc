import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import {
  DECLARATION_FIELDS,
  type Declaration,
  type HttpDeclaration,
  parseDeclaration,
} from '@atrium/contract/service-api/functions/declaration';
import { UnprocessableError } from '@atrium/host/errors';
import { Pauses } from '@atrium/host/event-loop';
import { findHostProblem } from '../outbound/host-patterns.ts';
import type { LayeredMap } from '../sandbox/worker/layered-map.ts';
import { findTaken, shapeOf } from './address-table.ts';
import { FUNCTIONS_FOLDER } from './live-configuration.ts';

const DECLARES = new RegExp(`\\b(?:${DECLARATION_FIELDS.join('|')})\\b`);

/** Functions of an import that have addresses, with their metadata files. */
export type DeclaredAddresses = ReadonlyMap<string, { file: ConfigurationFile; http: HttpDeclaration }>;

/**
 * Refuses an import because of a metadata file whose function declares what cannot be used. Returns the functions that
 * declare addresses, and the hosts that any of them reach.
 */
export async function checkDeclarations(
  files: Iterable<ConfigurationFile>,
): Promise<{ addresses: DeclaredAddresses; hosts: ReadonlySet<string> }> {
  const pauses = new Pauses();
  const addresses = new Map<string, { file: ConfigurationFile; http: HttpDeclaration }>();
  const hosts = new Set<string>();
  for (const file of files) {
    const path = filePathOf(file);
    if (!isOfFunction(path) || !DECLARES.test(file.content)) continue;
    const parsed = parseDeclaration(readFields(file.content));
    if (parsed && 'problem' in parsed) refuse(file, parsed.problem);
    const { http, fetch: reached = [] } = parsed?.declaration ?? {};
    for (const host of reached) {
      const problem = findHostProblem(host);
      if (problem !== undefined) refuse(file, `"fetch" names ${host}, ${problem}`);
      hosts.add(host);
    }
    if (http) addresses.set(nameOf(path), { file, http });
    if (pauses.isDue) await pauses.take();
  }
  return { addresses, hosts };
}

/**
 * Refuses an import with a function whose path and method another one of the service has: a live one, of whose metadata the
 * import changes nothing, or one of the import.
 */
export function checkAddresses(
  addresses: DeclaredAddresses,
  live: LayeredMap<Declaration>,
  changedPaths: Iterable<string>,
): void {
  const changed = new Set([...changedPaths].filter(isOfFunction).map(nameOf));
  const taken = new Map<string, string>();
  for (const [name, { file, http }] of addresses) {
    const reject = (method: string, by: string) =>
      refuse(file, `"http" names ${method} ${http.path}, which the function ${by} has already`);
    const kept = findTaken(live, name, http, (other) => changed.has(other));
    if (kept) reject(kept.method, kept.by);
    for (const method of http.methods) {
      const place = `${method} ${shapeOf(http.path)}`;
      const by = taken.get(place);
      if (by !== undefined) reject(method, by);
      taken.set(place, name);
    }
  }
}

function isOfFunction(path: string): boolean {
  return path.startsWith(`${FUNCTIONS_FOLDER}/`) && isMetaFile(path);
}

function nameOf(path: string): string {
  return itemNameOf(path).slice(FUNCTIONS_FOLDER.length + 1);
}

/** A file that is no literal declares nothing. */
function readFields(content: string): PlainValue | undefined {
  try {
    return parseLiteralModule(content);
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

function refuse(file: ConfigurationFile, reason: string): never {
  const { folderPath, name } = file;
  throw new UnprocessableError(`${filePathOf(file)}: ${reason}.`, {
    details: [{ folderPath, name, reason }],
  });
}
