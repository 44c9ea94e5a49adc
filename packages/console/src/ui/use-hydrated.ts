import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on a prerendered page until hydration: until then nothing handles its forms. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
