import type { Automation } from '@atrium/contract/connections/automation';
import type { Connection } from '@atrium/contract/connections/connections';

const time = '2026-11-29T12:00:00.000Z';

/** The only connected repository of a domain, with a password. */
export const gitConnection: Connection = {
  id: '0190f2c4-7a10-7000-8000-000000000001',
  name: 'Shop',
  gitUrl: 'https://git.example.com/shop.git',
  defaultBranch: null,
  folder: '',
  kind: 'password',
  app: null,
  username: 'ada',
  publicKey: null,
  nextPublicKey: null,
  hostKey: null,
  isDefault: true,
  createdBy: 'ada',
  changedBy: 'ada',
  createdOn: time,
  changedOn: time,
};

/** A connection for which nothing has been chosen. */
export const noAutomation: Automation = {
  onPush: 'NOTHING',
  toGit: 'NEVER',
  reportTo: null,
  knownHost: null,
  webhookHost: null,
  webhookUrl: null,
  receivedOn: null,
  refusedOn: null,
  events: [],
};
