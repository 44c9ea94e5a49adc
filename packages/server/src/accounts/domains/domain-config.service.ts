import type { DomainConfig } from '@atrium/contract/accounts/domain-config';
import { DASHBOARD_PATH } from '@atrium/contract/accounts/safe-path';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { findDomainConfig } from './domain.repository.ts';

const BUILT_IN = { domain: 'Atrium', defaultPath: DASHBOARD_PATH };

interface Parts {
  db: Kysely<Database>;
}

/** Configuration of the console before sign-in. */
export class DomainConfigs {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** By the host, with or without its port, at which the console is open. */
  async get(host: string): Promise<DomainConfig> {
    return (await findDomainConfig(this.#parts.db, host.replace(/:\d+$/, ''))) ?? BUILT_IN;
  }
}
