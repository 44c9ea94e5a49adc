import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { ConnectionsTables } from './connections.tables.ts';

export const connectionsPersonTables: PersonTables<ConnectionsTables> = {
  connections: {
    list: 'connections',
    about: 'Repositories that you connected.',
    whose: ownedBy('createdBy'),
    order: ['id'],
    except: {
      changedBy: 'It may be another person.',
      secret: 'A secret, encrypted.',
      nextSecret: 'A secret, encrypted.',
    },
  },
  gitGrants: 'Browsers on their way to a git host, and what it allowed: forgotten after an hour.',
};
