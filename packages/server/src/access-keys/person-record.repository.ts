import type { PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { AccessKeysTables } from './access-keys.tables.ts';

/** What access keys hold of a person. */
export const accessKeysPersonTables: PersonTables<AccessKeysTables> = {
  accessKeys: {
    list: 'accessKeys',
    about: 'Access keys that act as you.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and user_id = ${userId}`,
    order: ['id'],
    columns: {
      id: true,
      key: true,
      type: true,
      fingerprint: true,
      domainId: true,
      userId: true,
      serviceId: { without: 'Keys of services belong to no person.' },
      createdAt: true,
      updatedAt: true,
      lastUsedAt: true,
      expiresAt: true,
      keySetBy: { without: 'Another person, or you: your log says who.' },
      keySetOn: true,
    },
  },
  pageGrants: {
    list: 'pageGrants',
    about: 'What you allow pages of services for a while.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and user_id = ${userId}`,
    order: ['id'],
    columns: {
      id: true,
      domainId: true,
      userId: true,
      sessionId: true,
      serviceId: true,
      permissions: true,
      tokenHash: { without: 'A hash, of no use to anyone but the platform.' },
      createdOn: true,
      expiresOn: true,
    },
  },
  ownKeys: {
    list: 'ownKeys',
    about: 'Access keys that you made for programs.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and user_id = ${userId}`,
    order: ['id'],
    columns: {
      id: true,
      domainId: true,
      userId: true,
      label: true,
      kind: true,
      tokenHash: { without: 'A hash, of no use to anyone but the platform.' },
      publicKey: true,
      fingerprint: true,
      permissions: true,
      createdOn: true,
      expiresOn: true,
      lastUsedOn: true,
      lastUsedAddress: true,
    },
  },
  keyRequests: 'Devices that ask for an access key; gone after ten minutes.',
  serviceKeys: 'Keys with which services sign in.',
};
