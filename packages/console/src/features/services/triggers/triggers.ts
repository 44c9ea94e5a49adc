import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { MetaItem } from '../items/meta-item.ts';
import { ACCESS_WORDS, readAddress } from './address-values.ts';

/** Whether a function is switched off: nothing calls it. */
export const isDisabled = ({ fields }: MetaItem): boolean => fields?.['disabled'] === true;

/** Address, schedule or event that calls a function. */
export interface Trigger {
  id: string;
  function: string;
  kind: string;
  /** `POST /hooks/stripe` */
  what: string;
  /** Conditions of the start. */
  details: string;
}

const listOf = (value: PlainValue | undefined): PlainValue[] => (Array.isArray(value) ? value : []);

/** Readers of the triggers that metadata declares, one for each kind. */
const readers: ((item: MetaItem) => Omit<Trigger, 'id' | 'function'>[])[] = [
  ({ fields }) => {
    const address = readAddress(fields);
    if (!address) return [];
    const { methods, path, access, verify } = address;
    const signed = verify ? `, signed with ${String(verify['secret'])}` : '';
    const details = `${ACCESS_WORDS.get(access) ?? access}${signed}`;
    return [{ kind: 'Address', what: `${methods.join(', ')} ${path}`, details }];
  },
  ({ fields }) =>
    listOf(fields?.['schedule']).flatMap((each) => {
      if (!isPlainObject(each)) return [];
      const zone = typeof each['timeZone'] === 'string' ? each['timeZone'] : 'UTC';
      return [{ kind: 'Schedule', what: String(each['cron']), details: zone }];
    }),
  ({ fields }) =>
    listOf(fields?.['on']).map((event) => {
      const isOfEntries = String(event).startsWith('content.');
      const details = isOfEntries ? 'Changes of entries' : 'An event that functions or programs send';
      return { kind: 'Event', what: String(event), details };
    }),
];

export function triggersOf(items: readonly MetaItem[]): Trigger[] {
  return items.flatMap((item) =>
    readers
      .flatMap((read) => read(item))
      .map((trigger, index) => ({
        ...trigger,
        details: isDisabled(item) ? `${trigger.details}; the function is disabled` : trigger.details,
        id: `${item.name} ${index}`,
        function: item.name,
      })),
  );
}
