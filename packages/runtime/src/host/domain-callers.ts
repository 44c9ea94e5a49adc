import { issueDomainToken } from '@atrium/contract/services/domain-token';
import { LRUCache } from 'lru-cache';
import type { MachineTokens } from '../metering/machine-token.ts';
import { callPlatform } from './platform-calls.ts';
import type { Caller, ServiceTokens } from './service-token.ts';

/** A token is asked for anew after this long: limits and stopped functions may have changed. */
const KEPT_MS = 30_000;
const MAX_KEPT = 10_000;

interface Parts {
  platformUrl: string;
  machineTokens: Pick<MachineTokens, 'issue'>;
  tokens: ServiceTokens;
}

/** Domains as callers of their own functions, where no person calls: as the platform vouches for them. */
export class DomainCallers {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, Promise<string>>({ max: MAX_KEPT, ttl: KEPT_MS });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws NotFoundError for a domain that is closed. */
  async find({ domainId, serviceId }: { domainId: string; serviceId: string }): Promise<Caller> {
    const key = `${serviceId} ${domainId}`;
    const asked = this.#known.get(key) ?? this.#ask(domainId, serviceId);
    this.#known.set(key, asked, { noUpdateTTL: true });
    asked.catch(() => this.#known.delete(key));
    return this.#parts.tokens.verify(`Bearer ${await asked}`, serviceId);
  }

  async #ask(domainId: string, serviceId: string): Promise<string> {
    const { token } = await callPlatform(this.#parts, serviceId, issueDomainToken, { body: { domainId } });
    return token;
  }
}
