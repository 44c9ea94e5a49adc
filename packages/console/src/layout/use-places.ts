import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useAuth } from '../api/session.ts';
import { type Place, placesFor } from './places.ts';

/** Places that the signed-in user may see, with every registered service. */
export function usePlaces(): Place[] {
  const auth = useAuth();
  const { data } = useQuery({ ...endpointQuery(listServices, {}), enabled: auth.isAuthenticated });
  return placesFor(auth, data?.services);
}
