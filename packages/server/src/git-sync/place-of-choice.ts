import type { DescribedConnection } from '../connections/connection.service.ts';

/** Repository and branch of a connection: what a push does was chosen for these only. */
export const placeOfChoice = ({
  place,
  defaultBranch,
}: Pick<DescribedConnection, 'place' | 'defaultBranch'>) => JSON.stringify([place, defaultBranch ?? null]);
