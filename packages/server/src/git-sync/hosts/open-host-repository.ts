import type { GitHostKind } from '@atrium/contract/connections/automation';
import { UnprocessableError } from '@atrium/host/errors';
import type { Connections } from '../../connections/connection.service.ts';
import type { Store } from '../../database/schema.ts';
import { isKeyConnection } from '../../providers/git/remote-session.ts';
import type { GitHostRepository, GitHosts } from '../../providers/git-hosts/git-host.ts';
import { knownHostKind } from '../../providers/git-hosts/git-host-dialects.ts';
import { findHook } from '../hooks/hook.repository.ts';
import type { ConnectionKey } from '../state/state.repository.ts';

interface Parts {
  db: Store;
  hosts: GitHosts;
  connections: Pick<Connections, 'describe' | 'open'>;
}

/** The repository of a connection at its host's API. */
interface HostedRepository {
  /** Name of the connection. */
  name: string;
  kind: GitHostKind;
  repository: GitHostRepository;
  defaultBranch: string | undefined;
}

const NEEDS_TOKEN =
  'A deploy key cannot call the API of the git host. Connect the repository with an access token.';
const NEEDS_HOST =
  'It is not known which git host this is. Choose it under "Report results to" in the details of the connection.';

/** Opens the repository of a connection at its host's API. `otherwise` ends a refusal with the way by hand. */
export async function openHostRepository(
  { db, hosts, connections }: Parts,
  key: ConnectionKey,
  otherwise: string,
): Promise<HostedRepository> {
  const { domainId, connectionId } = key;
  const { name, app, host } = await connections.describe(domainId, connectionId);
  const { connection, defaultBranch } = await connections.open(domainId, connectionId);
  if (isKeyConnection(connection)) throw new UnprocessableError(`${NEEDS_TOKEN} ${otherwise}`);
  const kind = (await findHook(db, key))?.reportTo ?? app ?? knownHostKind(host);
  if (kind === undefined) throw new UnprocessableError(`${NEEDS_HOST} ${otherwise}`);
  const { gitUrl, username, password, onRefused } = connection;
  const repository = hosts.open({ kind, gitUrl, username, password, onRefused });
  return { name, kind, repository, defaultBranch };
}
