import { type DomainLimit, LIMITS, LimitName, limitOf } from '@atrium/contract/limits/limit';
import { limitRemedy } from '@atrium/contract/limits/limit-text';
import type { SetLimit } from '@atrium/contract/limits/limits';
import { NotFoundError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import type { Limits } from './limit.service.ts';

type Uses = Partial<Record<LimitName, number | undefined>>;

interface Parts {
  limits: Limits;
  /** Undefined for a domain that does not exist. */
  findDomainName: (domainId: string) => Promise<string | undefined>;
  /** Each tells how much of some limits a domain uses; of those it cannot tell it says nothing. */
  sources: ((caller: Caller) => Promise<Uses>)[];
}

/** Limits of domains with their usage, for owners and administrators. */
export class LimitUses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lists the limits of the caller's own domain. */
  async list(caller: Caller): Promise<DomainLimit[]> {
    const { limits, sources } = this.#parts;
    const overrides = await limits.listOverrides(caller.domainId);
    const standard = await limits.listStandard(caller.domainId);
    const uses = await Promise.all([
      limits.listToday(caller.domainId),
      ...sources.map((source) => source(caller)),
    ]);
    const used: Uses = Object.assign({ invitationsPerDay: 0, joinedPerDay: 0, pullsPerDay: 0 }, ...uses);
    return LimitName.options.map((name) => {
      const { label, unit } = LIMITS[name];
      const limit = limitOf(name, overrides);
      return {
        name,
        label,
        unit,
        remedy: limitRemedy(name, limit),
        limit,
        used: used[name] ?? null,
        default: limitOf(name, standard),
      };
    });
  }

  /** Lists the limits of any domain, for an administrator. */
  async listOf(caller: Caller, domainId: string): Promise<DomainLimit[]> {
    await this.#check(domainId);
    return this.list({ ...caller, domainId });
  }

  async update(caller: Caller, domainId: string, change: SetLimit): Promise<void> {
    await this.#check(domainId);
    await this.#parts.limits.update(caller, domainId, change);
  }

  async #check(domainId: string): Promise<void> {
    if ((await this.#parts.findDomainName(domainId)) === undefined) {
      throw new NotFoundError('This domain does not exist.');
    }
  }
}
