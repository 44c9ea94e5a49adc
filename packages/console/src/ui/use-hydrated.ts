import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on a page drawn ahead until the program has taken it over: until then nothing handles its forms. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
