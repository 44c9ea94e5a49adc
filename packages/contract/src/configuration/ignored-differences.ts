import { isPlainObject, type PlainValue } from '../service-api/plain-value.ts';

/**
 * Fields of an item that do not count as a difference between local and remote: each side gives its own ids,
 * access lists, folders and times, and ids of other items linked to it.
 */
export const ignoredFields: readonly string[] = [
  'id',
  'acl',
  'folder',
  'folderId',
  'createdOn',
  'createdAt',
  'modifiedOn',
  'updatedOn',
  'updatedAt',
  'lastModified',
  'timestamp',
  'linkedId',
  'linkedIds',
];

/** Own linked ids of a service, beside those that all have. */
const fieldsOfService: { readonly [serviceId: string]: readonly string[] } = {
  'hyper-dispatch': ['functionId', 'ruleId', 'eventId'],
  content: ['collectionId', 'parentId'],
};

export function ignoredFieldsOf(serviceId: string): ReadonlySet<string> {
  return new Set([...ignoredFields, ...(fieldsOfService[serviceId] ?? [])]);
}

/** A value as it counts in a comparison: without ignored fields, and with its keys in one order. */
export function comparableValue(value: PlainValue, ignored: ReadonlySet<string>): PlainValue {
  if (Array.isArray(value)) return value.map((part) => comparableValue(part, ignored));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => !ignored.has(key))
      .sort()
      .map((key) => [key, comparableValue(value[key] as PlainValue, ignored)]),
  );
}

/** Whether two values differ in nothing that counts. */
export function isSameConfiguration(a: PlainValue, b: PlainValue, ignored: ReadonlySet<string>): boolean {
  return JSON.stringify(comparableValue(a, ignored)) === JSON.stringify(comparableValue(b, ignored));
}

const FIELD_LINE = /^\s*["']?([A-Za-z_$][\w$]*)["']?\s*:/;

/** Whether a line of a metadata file holds only a field that does not count. */
export function isIgnoredMetadataLine(line: string): boolean {
  const name = FIELD_LINE.exec(line)?.[1];
  return name !== undefined && ignoredFields.includes(name);
}
