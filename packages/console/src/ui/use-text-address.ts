import { useAddress } from './use-address.ts';

/** Search of a list, kept in the address. Another search starts on the first page. */
export function useTextAddress() {
  const { search, change } = useAddress();
  const { text } = search;
  return {
    searched: typeof text === 'string' ? text : '',
    search: (next: string) => change(() => (next === '' ? {} : { text: next })),
  };
}
