import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { AccessKeysTables } from './access-keys.tables.ts';

/** Personal data in API keys. */
export const accessKeysPersonTables: PersonTables<AccessKeysTables> = {
  accessKeys: {
    list: 'accessKeys',
    about: 'API keys that act as you.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: {
      serviceId: 'Keys of services belong to no person.',
      keySetBy: 'Another person, or you: your log says who.',
    },
  },
  pageGrants: {
    list: 'pageGrants',
    about: 'What you allow pages of services for a while.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { tokenHash: 'A hash, of no use to anyone but the platform.' },
  },
  ownKeys: {
    list: 'ownKeys',
    about: 'API keys that you made for programs.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { tokenHash: 'A hash, of no use to anyone but the platform.' },
  },
  keyRequests: 'Devices that ask for an API key; gone after ten minutes.',
  serviceKeys: 'Keys with which services sign in.',
};
