import { type Connection, listConnections } from '@atrium/contract/connections/connections';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** The connected repositories of the domain, the default one first. */
export const connectionsQuery = () => endpointQuery(listConnections, {});

/** `https://git.example.com/shop.git#config`: the folder is the part behind the address. */
export const placeOf = ({ gitUrl, folder }: Connection): string =>
  folder === '' ? gitUrl : `${gitUrl}#${folder}`;

export const signInOf = ({ kind, username }: Connection): string =>
  kind === 'key' ? 'Deploy key' : `Password of ${username}`;
