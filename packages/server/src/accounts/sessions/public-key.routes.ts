import { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Tokens } from './token.service.ts';

/** Lets services check the tokens that the platform signs. */
export function publicKeysRoutes(app: FastifyInstance, tokens: Tokens): void {
  route(app, getPublicKeys, async () => tokens.listPublicKeys());
}
