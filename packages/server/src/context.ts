import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { createTokens, type Tokens } from './accounts/tokens.service.ts';
import { type Audit, createAudit } from './audit/audit.service.ts';
import { type Clock, createRandom, type Random, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import type { VerifyBearer } from './http/caller.ts';
import { type Bonuses, createBonuses } from './pricing/bonus.service.ts';
import { createPricing, type Pricing } from './pricing/pricing.service.ts';
import { createServices, type Services } from './services/services.service.ts';

/** Every part of the server, built once. Tests replace some of the parts it is built from. */
export interface Context {
  config: Config;
  clock: Clock;
  random: Random;
  log: Logger;
  db: Kysely<Database>;
  tokens: Tokens;
  services: Services;
  audit: Audit;
  pricing: Pricing;
  bonuses: Bonuses;
  verifyBearer: VerifyBearer;
}

/** What the context is built from: made by main.ts for the product and by test/support.ts for tests. */
export interface ContextParts {
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  clock?: Clock;
  random?: Random;
}

export async function buildContext({ config, log, db, ...parts }: ContextParts): Promise<Context> {
  const clock = parts.clock ?? systemClock;
  const random = parts.random ?? createRandom(clock);
  const tokens = await createTokens(db, clock, random);
  const services = createServices(db, clock, tokens);
  const audit = createAudit(clock, random);
  return {
    config,
    clock,
    random,
    log,
    db,
    tokens,
    services,
    audit,
    pricing: createPricing({ db, clock, random, audit, listPricedServices: services.list }),
    bonuses: createBonuses(db, clock, random, audit),
    verifyBearer: async (token) => ({ caller: await tokens.verifyAccessToken(token) }),
  };
}
