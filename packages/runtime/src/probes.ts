import { isReachable } from '@atrium/host/database/reachable';
import type { Context } from './context.ts';
import type { HealthProbe } from './host/health.routes.ts';

export function probeDatabase({ readinessDb }: Context): HealthProbe {
  return async () =>
    (await isReachable(readinessDb))
      ? undefined
      : { problem: 'The database cannot be reached.', isFatal: true };
}

export function probeSandbox({ sandbox }: Context): HealthProbe {
  return async () => {
    const { problem } = sandbox;
    return problem === undefined ? undefined : { problem, isFatal: false };
  };
}

export function probeNotifications({ notifications }: Context): HealthProbe {
  return async () => {
    const { problem } = notifications;
    return problem === undefined ? undefined : { problem, isFatal: false };
  };
}
