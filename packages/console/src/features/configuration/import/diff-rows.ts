import { isSameConfiguration } from '@atrium/contract/configuration/ignored-differences';
import type { ConfigurationItem } from '@atrium/contract/service-api/files/configuration-item';
import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { ImportItem } from './import-items.ts';

/** A field that differs, with both values as text; empty where a side does not have it. */
export interface DiffRow {
  readonly key: string;
  readonly item: string;
  readonly field: string;
  readonly local: string;
  readonly remote: string;
}

/** The differing fields of items; entries are compared one by one. */
export function diffRows(items: readonly ImportItem[], ignored: ReadonlySet<string>): DiffRow[] {
  return items.flatMap(({ key, fullPath, local, remote }) =>
    fieldsOf(local, remote, ignored).map(([field, here, there]) => ({
      key: `${key} ${field}`,
      item: fullPath,
      field,
      local: textOf(here),
      remote: textOf(there),
    })),
  );
}

type Field = readonly [name: string, local: PlainValue | undefined, remote: PlainValue | undefined];

function fieldsOf(
  local: ConfigurationItem | undefined,
  remote: ConfigurationItem | undefined,
  ignored: ReadonlySet<string>,
): Field[] {
  const names = [...new Set([...Object.keys(local ?? {}), ...Object.keys(remote ?? {})])];
  return names
    .filter((name) => name !== 'metaSource' && !ignored.has(name))
    .flatMap((name): Field[] => {
      const here = local?.[name];
      const there = remote?.[name];
      return partsOf(name, here, there).filter(([, left, right]) => {
        if (left === undefined || right === undefined) return left !== right;
        // The name is included, because `ignored` paths depend on it.
        return !isSameConfiguration({ [name]: left }, { [name]: right }, ignored);
      });
    });
}

/** The parts of lists one by one. */
function partsOf(name: string, here: PlainValue | undefined, there: PlainValue | undefined): Field[] {
  if (!Array.isArray(here) && !Array.isArray(there)) return [[name, here, there]];
  const left = Array.isArray(here) ? here : [];
  const right = Array.isArray(there) ? there : [];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    `${name}[${index}]`,
    left[index],
    right[index],
  ]);
}

function textOf(value: PlainValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
