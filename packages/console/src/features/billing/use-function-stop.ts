import { type FunctionStop, listFunctionStops } from '@atrium/contract/billing/function-stops';
import { findStop } from '@atrium/contract/billing/stop-texts';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../api/auth-state.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useAuth } from '../../api/session.ts';

/** Cap that has stopped a function; undefined if none has, or if the user has no permission to call functions. */
export function useFunctionStop(serviceId: string, name: string | undefined): FunctionStop | undefined {
  const auth = useAuth();
  const stops = useQuery({
    ...endpointQuery(listFunctionStops, {}),
    enabled: name !== undefined && mayDo(auth, 'functions.invoke'),
  });
  return name === undefined ? undefined : findStop(stops.data ?? [], serviceId, name);
}
