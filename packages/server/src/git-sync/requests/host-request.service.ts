import type { HostRequest, openRequest } from '@atrium/contract/connections/requests';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { isKeyConnection } from '../../providers/git/remote-session.ts';
import { GitHostError, type GitHosts } from '../../providers/git-hosts/git-host.ts';
import { findHook } from '../hooks/hook.repository.ts';
import { plain } from '../reports/markdown.ts';
import { findState } from '../state/state.repository.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  hosts: GitHosts;
  connections: Pick<Connections, 'describe' | 'open'>;
  accounts: { people: Pick<People, 'listNames'> };
}

const NEEDS_TOKEN =
  'A deploy key cannot open a request at the git host. Open it there, or connect the repository with an access token.';
const NEEDS_HOST =
  'It is not known which git host this is. Choose it under "Report results to" in the details of the connection, or open the request there.';
const NEEDS_BRANCH =
  'It is not known which branch to merge into. Compare the connection with its repository first.';

/** Pull and merge requests at the git hosts of connections. */
export class HostRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens the request from a branch into the one of the connection, or finds it. */
  async open(
    caller: Caller,
    connectionId: string,
    { branch, title }: EndpointInput<typeof openRequest>['body'],
  ): Promise<HostRequest> {
    const { db, audit, hosts, connections, accounts } = this.#parts;
    const { domainId, userId } = caller;
    const key = { domainId, connectionId };
    const { name } = await connections.describe(domainId, connectionId);
    const { connection, defaultBranch } = await connections.open(domainId, connectionId);
    if (isKeyConnection(connection)) throw new UnprocessableError(NEEDS_TOKEN);
    const kind = (await findHook(db, key))?.reportTo;
    if (kind == null) throw new UnprocessableError(NEEDS_HOST);
    const into = defaultBranch ?? (await findState(db, key))?.branch;
    if (into == null) throw new UnprocessableError(NEEDS_BRANCH);
    if (into === branch)
      throw new UnprocessableError(`"${branch}" is the branch of the connection itself: nothing to merge.`);
    const { gitUrl, username, password, onRefused } = connection;
    const author = (await accounts.people.listNames([userId])).get(userId);
    const text = `Opened from Atrium${author === undefined ? '' : ` by ${plain(author)}`}.`;
    try {
      const repository = hosts.open({ kind, gitUrl, username, password, onRefused });
      const opened = await repository.openRequest({ from: branch, into, title, text });
      await audit.record(db, {
        caller,
        action: 'connection.open-request',
        message: `${name}: request ${opened.number} from ${branch} into ${into} is open`,
        after: { id: connectionId, ...opened },
      });
      return opened;
    } catch (error) {
      if (error instanceof GitHostError) throw new UnprocessableError(error.message);
      throw error;
    }
  }
}
