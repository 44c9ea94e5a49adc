import { getPlatform, getPlatformSummary } from '@atrium/contract/operations/platform';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { PlatformState } from './platform-state.service.ts';

export function platformRoutes(app: FastifyInstance, platform: PlatformState): void {
  route(app, getPlatform, () => platform.get(), { isHere: true });
  // The figures of errors are those of this process.
  route(app, getPlatformSummary, () => platform.getSummary(), { isHere: true });
}
