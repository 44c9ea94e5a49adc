import type { FastifyInstance } from 'fastify';
import type { Caller } from './caller.ts';

/** Calls of the contract with `needsConfirmation` run only after `requireConfirmed` has let the caller through. */
export function installConfirmation(
  app: FastifyInstance,
  requireConfirmed: (caller: Caller) => Promise<void>,
): void {
  app.addHook('preHandler', async ({ caller, routeOptions }) => {
    const { needsConfirmation } = routeOptions.config.endpoint ?? {};
    if (!needsConfirmation || !caller) return;
    const isMachine = caller.accessKey !== undefined && caller.accessKey.isOwn !== true;
    if (needsConfirmation === 'in-session' && isMachine) return;
    await requireConfirmed(caller);
  });
}
