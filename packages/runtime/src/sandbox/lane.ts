import type { SandboxCall } from './sandbox-call.ts';
import type { Job } from './worker-slot.ts';

/** Functions of one domain, or its tests: however long tests take, its functions find workers. */
export type Lane = string;

export function laneOf({ call: { kind, identity } }: Job): Lane {
  return `${kind satisfies SandboxCall['kind']} ${identity.domainId}`;
}

/** Tests get half of what one domain may have, so that its functions never wait for all of them. */
export function mostWorkers(lane: Lane, maxDomainWorkers: number): number {
  return lane.startsWith('test ') ? Math.ceil(maxDomainWorkers / 2) : maxDomainWorkers;
}
