import type { MetaItem } from '../items/meta-item.ts';
import { ACCESS_WORDS, readAddress } from './address-values.ts';

export const FUNCTIONS_FOLDER = 'functions';

/** Start of calls of a function that no one makes in the console. */
export interface Trigger {
  id: string;
  function: string;
  kind: string;
  /** `POST /hooks/stripe` */
  what: string;
  /** Conditions of the start. */
  details: string;
}

/** One for each kind: reads what the metadata of a function declares. */
const readers: ((item: MetaItem) => Omit<Trigger, 'id' | 'function'>[])[] = [
  ({ fields }) => {
    const address = readAddress(fields);
    if (!address) return [];
    const { methods, path, access, verify } = address;
    const signed = verify ? `, signed with ${String(verify['secret'])}` : '';
    const details = `${ACCESS_WORDS.get(access) ?? access}${signed}`;
    return [{ kind: 'Address', what: `${methods.join(', ')} ${path}`, details }];
  },
];

export function triggersOf(items: readonly MetaItem[]): Trigger[] {
  return items.flatMap((item) =>
    readers
      .flatMap((read) => read(item))
      .map((trigger, index) => ({ ...trigger, id: `${item.name} ${index}`, function: item.name })),
  );
}
