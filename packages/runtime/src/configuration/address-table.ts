import type { Declaration, HttpDeclaration } from '@atrium/contract/service-api/functions/declaration';
import type { LayeredMap } from '../sandbox/worker/layered-map.ts';

/** A function at its address. */
export interface Address {
  function: string;
  http: HttpDeclaration;
  /** Names of the parameters, in the order of the path. */
  names: readonly string[];
}

interface Step {
  constants: Map<string, Step>;
  parameter: Step | undefined;
  /** By method. */
  addresses: Map<string, Address>;
}

/** Addresses of a path, by method, with the values of its parameters. */
export interface FoundPath {
  addresses: ReadonlyMap<string, Address>;
  values: readonly string[];
}

/** Name of a function → what it declares. */
type Declarations = LayeredMap<Declaration>;

const known = new WeakMap<Declarations, AddressTable>();

/** The addresses of the functions of one service. */
export class AddressTable {
  readonly #root = createStep();

  /** Read once for as long as no function changes what it declares. */
  static of(declarations: Declarations): AddressTable {
    const kept = known.get(declarations);
    if (kept) return kept;
    const table = new AddressTable();
    for (const [name, { http }] of declarations) if (http) table.add(name, http);
    known.set(declarations, table);
    return table;
  }

  /** The first function with a path and method keeps them. */
  add(name: string, http: HttpDeclaration): void {
    let step = this.#root;
    const names: string[] = [];
    for (const part of partsOf(http.path)) {
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
      if (parameter !== undefined) {
        names.push(parameter);
        step = step.parameter ??= createStep();
      } else {
        const next = step.constants.get(part) ?? createStep();
        step.constants.set(part, next);
        step = next;
      }
    }
    for (const method of http.methods) {
      if (!step.addresses.has(method)) step.addresses.set(method, { function: name, http, names });
    }
  }

  /** Paths that match, the one with the most constant parts first. Parts are compared as they were sent, not decoded. */
  find(path: string): FoundPath[] {
    const found: FoundPath[] = [];
    const parts = path.startsWith('/') ? partsOf(path) : [];
    const visit = (step: Step, index: number, values: readonly string[]) => {
      const part = parts[index];
      if (part === undefined) {
        if (step.addresses.size > 0) found.push({ addresses: step.addresses, values });
        return;
      }
      const next = step.constants.get(part);
      if (next) visit(next, index + 1, values);
      const value = step.parameter && decodePart(part);
      if (step.parameter && value !== undefined) visit(step.parameter, index + 1, [...values, value]);
    };
    if (parts.length > 0 && parts.length <= MAX_PARTS) visit(this.#root, 0, []);
    return found;
  }
}

/** More than a declared path can have. */
const MAX_PARTS = 100;

function createStep(): Step {
  return { constants: new Map(), parameter: undefined, addresses: new Map() };
}

function partsOf(path: string): string[] {
  return path.slice(1).split('/');
}

/** The value of a parameter; undefined for one that could be read as more than a part of a path. */
function decodePart(part: string): string | undefined {
  try {
    const value = decodeURIComponent(part);
    const isOdd = value === '' || value === '.' || value === '..' || /[/\\\p{Cc}]/u.test(value);
    return isOdd ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Another function with the path and one of the methods; names of parameters make no difference. */
export function findTaken(
  declarations: Declarations,
  name: string,
  http: HttpDeclaration,
  isChanged: (other: string) => boolean,
): { method: string; by: string } | undefined {
  const shape = shapeOf(http.path);
  for (const { addresses } of AddressTable.of(declarations).find(shape)) {
    for (const method of http.methods) {
      const other = addresses.get(method);
      if (!other || other.function === name || isChanged(other.function)) continue;
      if (shapeOf(other.http.path) === shape) return { method, by: other.function };
    }
  }
  return undefined;
}

/** A path without the names of its parameters. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
