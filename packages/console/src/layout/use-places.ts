import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useMatches } from '@tanstack/react-router';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useAuth } from '../api/session.ts';
import { type Place, placesFor } from './places.ts';

const SERVICE = /^\/console\/services\/[^/]+/;

/** Places that the signed-in user may see, with every registered service. */
export function usePlaces(): Place[] {
  const auth = useAuth();
  const { data } = useQuery({ ...endpointQuery(listServices, {}), enabled: auth.isAuthenticated });
  return placesFor(auth, data?.services);
}

/** Id of the place that the shown page belongs to. */
export function useCurrentPlace(): Place['id'] | undefined {
  const { pathname } = useLocation();
  const matches = useMatches();
  const service = SERVICE.exec(pathname)?.[0] as `/${string}` | undefined;
  return service ?? matches.findLast(({ staticData }) => staticData.place)?.staticData.place;
}
