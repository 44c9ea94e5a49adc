import type { HostRequest, openRequest } from '@atrium/contract/connections/requests';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { GitHostError, type GitHosts } from '../../providers/git-hosts/git-host.ts';
import { plain } from '../reports/markdown.ts';
import { findState } from '../state/state.repository.ts';
import { openHostRepository } from './open-host-repository.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  hosts: GitHosts;
  connections: Pick<Connections, 'describe' | 'open'>;
  accounts: { people: Pick<People, 'listNames'> };
}

const OPEN_THERE = 'Or open the request at the git host.';
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
    const { db, audit, accounts } = this.#parts;
    const { domainId, userId } = caller;
    const key = { domainId, connectionId };
    const { name, repository, defaultBranch } = await openHostRepository(this.#parts, key, OPEN_THERE);
    const into = defaultBranch ?? (await findState(db, key))?.branch;
    if (into == null) throw new UnprocessableError(NEEDS_BRANCH);
    if (into === branch)
      throw new UnprocessableError(`"${branch}" is the branch of the connection itself: nothing to merge.`);
    const author = (await accounts.people.listNames([userId])).get(userId);
    const text = `Opened from Atrium${author === undefined ? '' : ` by ${plain(author)}`}.`;
    try {
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
