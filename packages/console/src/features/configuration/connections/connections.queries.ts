import { type Connection, listConnections } from '@atrium/contract/connections/connections';
import { listGitApps } from '@atrium/contract/connections/git-apps';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** The connected repositories of the domain, the default one first. */
export const connectionsQuery = () => endpointQuery(listConnections, {});

/** Apps at git hosts that the operator has set up. */
export const gitAppsQuery = () => endpointQuery(listGitApps, {});

/** `https://git.example.com/shop.git#config`: the folder is the part behind the address. */
export const placeOf = ({ gitUrl, folder }: Connection): string =>
  folder === '' ? gitUrl : `${gitUrl}#${folder}`;

const APP_NAMES = { GITHUB: 'GitHub', GITLAB: 'GitLab', GITEA: 'Gitea' };

export const signInOf = ({ kind, app, username }: Connection): string => {
  if (app !== null) return `${APP_NAMES[app]}, allowed by ${username}`;
  return kind === 'key' ? 'Deploy key' : `Password of ${username}`;
};
