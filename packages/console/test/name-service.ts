import { listServices } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../src/api/endpoint-query.ts';
import { answer } from './platform.ts';

/** Reads the services, with the name of one: as the console does at every sign-in. */
export async function nameService(client: QueryClient, id: string, name: string): Promise<void> {
  const uri = `/services/${id}`;
  const service = { id, name, uri, group: 'Services', health: { fe: null, be: null } };
  answer(listServices, () => ({ services: [{ ...service, info: { fe: null, be: null } }] }));
  await client.fetchQuery(endpointQuery(listServices, {}));
}
