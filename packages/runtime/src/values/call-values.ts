import { FUNCTIONS_FOLDER } from '@atrium/contract/service-api/files/item-file-names';
import type { Declaration } from '@atrium/contract/service-api/functions/declaration';
import type { ValueKind } from '@atrium/contract/service-api/functions/value-fields';
import type { CallKind } from '../sandbox/process/messages.ts';
import type { ContextValues, HideSecrets } from '../sandbox/sandbox-call.ts';
import type { LayeredMap } from '../sandbox/worker/layered-map.ts';
import { createHideSecrets } from './hide-secrets.ts';

export interface KnownValue {
  value: string | undefined;
  testValue: string | undefined;
  /** The value before the last rotation. */
  former: string | undefined;
  formerUntil: Date | null;
}

/** All values of a domain; another object after each change. */
export type DomainValues = Record<ValueKind, Map<string, KnownValue>>;

type Declarations = LayeredMap<Declaration>;

export interface CallValues {
  context: ContextValues;
  /** For all that is kept of the call; undefined where there is no secret. */
  hide: HideSecrets | undefined;
}

type Declared = ContextValues['declared'];

const declaredBy = new WeakMap<Declarations, Declared | null>();

/** Names that each function declares; null where none declares any. */
function readDeclared(declarations: Declarations): Declared | null {
  const known = declaredBy.get(declarations);
  if (known !== undefined) return known;
  const declared: Declared = {};
  for (const [name, { secrets, variables }] of declarations) {
    if (secrets.length + variables.length > 0)
      declared[`${FUNCTIONS_FOLDER}/${name}`] = { secrets, variables };
  }
  const made = Object.keys(declared).length > 0 ? declared : null;
  declaredBy.set(declarations, made);
  return made;
}

export function declaresValues(declarations: Declarations): boolean {
  return readDeclared(declarations) !== null;
}

/** Tests get test values, and tests of strangers no secrets. */
export type ValuesFor = CallKind | 'test-without-secrets';

type ByKind = Partial<Record<ValuesFor, CallValues>>;

const made = new WeakMap<DomainValues, WeakMap<Declarations, ByKind>>();

/** Values for a call. Returns the same object until values or declarations change: contexts of calls are made of it once. */
export function toCallValues(values: DomainValues, declarations: Declarations, kind: ValuesFor): CallValues {
  const ofDomain = made.get(values) ?? new WeakMap<Declarations, ByKind>();
  made.set(values, ofDomain);
  const ofDeclarations = ofDomain.get(declarations) ?? {};
  ofDomain.set(declarations, ofDeclarations);
  ofDeclarations[kind] ??= selectValues(values, readDeclared(declarations) ?? {}, kind);
  return ofDeclarations[kind];
}

function selectValues(values: DomainValues, declared: Declared, kind: ValuesFor): CallValues {
  const secrets: Record<string, string> = {};
  const variables: Record<string, string> = {};
  const hidden: [string, string][] = [];
  const take = (into: Record<string, string>, of: ValueKind, name: string) => {
    if (of === 'secret' && kind === 'test-without-secrets') return;
    const known = values[of].get(name);
    const value = kind === 'function' ? known?.value : known?.testValue;
    if (value !== undefined) into[name] = value;
    if (of !== 'secret' || kind !== 'function') return;
    for (const each of [known?.value, known?.former]) if (each !== undefined) hidden.push([name, each]);
  };
  for (const names of Object.values(declared)) {
    for (const name of names.secrets) take(secrets, 'secret', name);
    for (const name of names.variables) take(variables, 'variable', name);
  }
  return { context: { secrets, variables, declared }, hide: createHideSecrets(hidden) };
}
