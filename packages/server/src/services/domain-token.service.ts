import { issueDomainToken } from '@atrium/contract/services/domain-token';
import { NotFoundError } from '@atrium/host/errors';
import { toAbsentCaller } from '../accounts/people/caller.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Caller, ServiceCaller } from '../http/caller.ts';
import type { Services } from './services.service.ts';
import { refuseStopped, type StoppedFunctions } from './stopped-functions.ts';

interface Parts {
  services: Pick<Services, 'get'>;
  tokens: Pick<Tokens, 'issueServiceToken'>;
  stops: StoppedFunctions;
  /** The owner of a domain that is open. */
  findOwner: (domainId: string) => Promise<Pick<Caller, 'userId' | 'domainId'> | undefined>;
}

/** Tokens of domains themselves, for runs that no person starts: by schedules, from the queue, because of events. */
export class DomainTokens {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws NotFoundError for a domain that is closed, ForbiddenError if a budget has stopped all of its functions. */
  async issue({ serviceId }: Pick<ServiceCaller, 'serviceId'>, domainId: string): Promise<string> {
    const { services, tokens, stops, findOwner } = this.#parts;
    const { isShipped } = await services.get(serviceId);
    const owner = await findOwner(domainId);
    if (!owner) throw new NotFoundError('There is no such domain, or it is closed.');
    // Usage is the owner's. The code of a function must not take it for something that the owner does.
    const caller = toAbsentCaller(owner, ['functions.invoke']);
    const service = { id: serviceId, isShipped };
    const stopped = await refuseStopped(stops, caller, service, issueDomainToken.path);
    const { token } = await tokens.issueServiceToken(caller, serviceId, stopped);
    return token;
  }
}
