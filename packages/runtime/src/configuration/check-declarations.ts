import {
  type ConfigurationFile,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { FUNCTIONS_FOLDER, isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
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
    if (!isDeclaring(path) || !DECLARES.test(file.content)) continue;
    const parsed = parseDeclaration(readFields(file.content));
    if (parsed && 'problem' in parsed) refuse(path, parsed.problem);
    const { http, fetch: reached = [] } = parsed?.declaration ?? {};
    for (const host of reached) {
      const problem = findHostProblem(host);
      if (problem !== undefined) refuse(path, `"fetch" names ${host}, ${problem}`);
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
  const changed = new Set([...changedPaths].filter(isDeclaring).map(nameOf));
  const taken = new Map<string, string>();
  for (const [name, { file, http }] of addresses) {
    const reject = (method: string, by: string) =>
      refuse(filePathOf(file), `"http" names ${method} ${http.path}, which the function ${by} has already`);
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

/**
 * Functions and what they declare now, of metadata files with their content; null for one that declares nothing, or is
 * disabled.
 */
export async function readDeclarations(
  files: ReadonlyMap<string, ConfigurationFile | null>,
): Promise<Map<string, Declaration | null>> {
  const pauses = new Pauses();
  const declared = new Map<string, Declaration | null>();
  for (const [path, file] of files) {
    const fields = file && DECLARES.test(file.content) ? readFields(file.content) : undefined;
    const parsed = parseDeclaration(fields);
    if (parsed && 'problem' in parsed) refuse(path, parsed.problem);
    const isDisabled = isPlainObject(fields) && fields['disabled'] === true;
    declared.set(nameOf(path), parsed && !isDisabled ? parsed.declaration : null);
    if (pauses.isDue) await pauses.take();
  }
  return declared;
}

/** Whether a file may declare what a function reaches and is reached by. */
export function isDeclaring(path: string): boolean {
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

/** Refuses the import, because of what a function declares. */
export function refuse(path: string, reason: string): never {
  throw new UnprocessableError(`${path}: ${reason}.`, { details: [{ ...filePlaceOf(path), reason }] });
}
