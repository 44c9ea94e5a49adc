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

interface Declaring {
  declaration: Declaration;
  isDisabled: boolean;
}

/** Declarations of functions by the path of their metadata file; undefined for a file that declares nothing. */
export type DeclaringFiles = ReadonlyMap<string, Declaring | undefined>;

/** Reads files of functions. A declaration that cannot be used refuses the import. */
export async function readDeclarations(files: Iterable<ConfigurationFile>): Promise<DeclaringFiles> {
  const pauses = new Pauses();
  const declaring = new Map<string, Declaring | undefined>();
  for (const file of files) {
    const path = filePathOf(file);
    if (!isDeclaring(path)) continue;
    declaring.set(path, readDeclaration(path, file.content));
    if (pauses.isDue) await pauses.take();
  }
  return declaring;
}

function readDeclaration(path: string, content: string): Declaring | undefined {
  if (!DECLARES.test(content)) return undefined;
  const fields = readFields(content);
  const parsed = parseDeclaration(fields);
  if (!parsed) return undefined;
  if ('problem' in parsed) refuse(path, parsed.problem);
  const isDisabled = isPlainObject(fields) && fields['disabled'] === true;
  return { declaration: parsed.declaration, isDisabled };
}

/** Hosts that functions of an import reach; one that cannot be reached refuses the import. */
export function hostsOf(declaring: DeclaringFiles): Set<string> {
  const hosts = new Set<string>();
  for (const [path, each] of declaring) {
    for (const host of each?.declaration.fetch ?? []) {
      const problem = findHostProblem(host);
      if (problem !== undefined) refuse(path, `"fetch" names ${host}, ${problem}`);
      hosts.add(host);
    }
  }
  return hosts;
}

/** Functions of an import that have addresses, with the paths of their metadata files. */
export function addressesOf(declaring: DeclaringFiles): Map<string, { path: string; http: HttpDeclaration }> {
  return new Map(
    [...declaring].flatMap(([path, each]) => {
      const http = each?.declaration.http;
      return http ? [[nameOf(path), { path, http }] as const] : [];
    }),
  );
}

/**
 * Refuses an import with a function whose path and method another one of the service has: a live one, of whose metadata the
 * import changes nothing, or one of the import.
 */
export function checkAddresses(
  addresses: ReturnType<typeof addressesOf>,
  live: LayeredMap<Declaration>,
  changedPaths: Iterable<string>,
): void {
  const changed = new Set([...changedPaths].filter(isDeclaring).map(nameOf));
  const taken = new Map<string, string>();
  for (const [name, { path, http }] of addresses) {
    const reject = (method: string, by: string) =>
      refuse(path, `"http" names ${method} ${http.path}, which the function ${by} has already`);
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

/** Declarations by function, of the changed metadata files; null for one that declares nothing, or is disabled. */
export function declarationsOf(
  declaring: DeclaringFiles,
  changedPaths: readonly string[],
): Map<string, Declaration | null> {
  return new Map(
    changedPaths.map((path) => {
      const found = declaring.get(path);
      return [nameOf(path), found && !found.isDisabled ? found.declaration : null];
    }),
  );
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

/** Refuses the import because of the declaration of a function. */
export function refuse(path: string, reason: string): never {
  throw new UnprocessableError(`${path}: ${reason}.`, { details: [{ ...filePlaceOf(path), reason }] });
}
