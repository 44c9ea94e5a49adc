import type { OnPush } from '@atrium/contract/connections/automation';
import { nameOfPermission, type Permission } from '@atrium/contract/permissions';
import type { DescribedConnection } from '../connections/connection.service.ts';
import type { Caller } from '../http/caller.ts';

/** Permissions of the owner of a connection, as whom pushes are handled. */
export const NEEDED: Record<OnPush, readonly Permission[]> = {
  NOTHING: [],
  PREPARE: ['configuration.read', 'configuration.exchange'],
  TEST: ['configuration.exchange', 'configuration.write', 'tests.run'],
  LIVE: ['configuration.exchange', 'configuration.write', 'tests.run'],
};

/** Permissions of the owner of a connection, as whom changes made here are pushed. */
export const NEEDED_TO_GIT: readonly Permission[] = ['configuration.read', 'configuration.exchange'];

/** Permissions of the person who chooses: nobody gives away more than they have. */
export const neededToChoose = (onPush: OnPush): readonly Permission[] =>
  onPush === 'LIVE' ? [...NEEDED.LIVE, 'configuration.protect'] : NEEDED[onPush];

/** Repository and branch of a connection, the only ones that a choice applies to. */
export const placeOfChoice = ({
  place,
  defaultBranch,
}: Pick<DescribedConnection, 'place' | 'defaultBranch'>) => JSON.stringify([place, defaultBranch ?? null]);

const ACTORS = {
  OWNER: { who: 'connected the repository', advice: 'Connect it again as someone who may submit.' },
  STARTER: { who: 'started the tests', advice: 'Start them again.' },
};

/** Why the owner of the connection, or the person who started tests, may not do it; undefined if they may. */
export function missingOf(
  actor: Caller | undefined,
  { domainId }: Pick<DescribedConnection, 'domainId'>,
  needed: readonly Permission[],
  kind: keyof typeof ACTORS = 'OWNER',
): string | undefined {
  const { who, advice } = ACTORS[kind];
  if (actor === undefined || actor.domainId !== domainId)
    return `The person who ${who} no longer has an account, or is locked. ${advice}`;
  const missing = needed.filter((permission) => !actor.permissions.includes(permission));
  if (missing.length === 0) return undefined;
  return `The person who ${who} no longer has the permission ${missing.map((name) => `"${nameOfPermission(name)}"`).join(', ')}.`;
}
