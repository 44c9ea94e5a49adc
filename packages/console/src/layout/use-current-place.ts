import { useLocation, useMatches } from '@tanstack/react-router';
import type { Place } from './places.ts';

const SERVICE = /^\/console\/services\/[^/]+/;

/** Id of the place that the shown page belongs to. */
export function useCurrentPlace(): Place['id'] | undefined {
  const { pathname } = useLocation();
  const matches = useMatches();
  const service = SERVICE.exec(pathname)?.[0] as `/${string}` | undefined;
  return service ?? matches.findLast(({ staticData }) => staticData.place)?.staticData.place;
}
