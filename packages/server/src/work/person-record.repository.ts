import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { WorkTables } from './work.tables.ts';

/** The work itself is in the lists of the areas in which it was done. */
export const workPersonTables: PersonTables<WorkTables> = {
  workSeen: {
    list: 'workSeen',
    about: 'Until when you have seen what became of the work that you started.',
    whose: ownedBy('userId'),
    order: ['userId'],
  },
};
