import type { OnPush } from '@atrium/contract/connections/automation';
import type { Permission } from '@atrium/contract/permissions';
import type { DescribedConnection } from '../connections/connection.service.ts';

/** Permissions of the owner of a connection, as whom pushes are handled. */
export const NEEDED: Record<OnPush, readonly Permission[]> = {
  NOTHING: [],
  PREPARE: ['configuration.read', 'configuration.exchange'],
  TEST: ['configuration.exchange', 'configuration.write', 'tests.run'],
  LIVE: ['configuration.exchange', 'configuration.write', 'tests.run'],
};

/** Permissions of the person who chooses: nobody gives away more than they have. */
export const neededToChoose = (onPush: OnPush): readonly Permission[] =>
  onPush === 'LIVE' ? [...NEEDED.LIVE, 'configuration.protect'] : NEEDED[onPush];

/** Repository and branch of a connection, the only ones that a choice applies to. */
export const placeOfChoice = ({
  place,
  defaultBranch,
}: Pick<DescribedConnection, 'place' | 'defaultBranch'>) => JSON.stringify([place, defaultBranch ?? null]);
