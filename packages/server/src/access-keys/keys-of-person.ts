import type { AdministratorRights } from '../accounts/administrator-right.service.ts';
import type { SignInReportsParts } from '../accounts/sign-in-report.service.ts';
import type { MachineKeys } from './machine-key.service.ts';
import { deleteOwnKeysSince } from './own-key-deletion.repository.ts';

/** The keys of one person, of both kinds. */
export interface KeysOfPerson {
  /** Deletes those that a person has got, or given to machines, since a time; returns their names. */
  deleteKeysSince: SignInReportsParts['deleteKeysSince'];
  /** Deletes those that sign in as a person. */
  deleteKeysOfPerson: Parameters<AdministratorRights['revoke']>[1];
}

export function createKeysOfPerson(machineKeys: MachineKeys): KeysOfPerson {
  return {
    async deleteKeysSince(transaction, user, since) {
      const own = await deleteOwnKeysSince(transaction, user, since);
      return [...own, ...(await machineKeys.deleteSetSince(transaction, user, since))];
    },
    async deleteKeysOfPerson(transaction, user) {
      const own = await deleteOwnKeysSince(transaction, user, new Date(0));
      const { deleted, left, unknown } = await machineKeys.deleteOfPerson(transaction, user);
      return { deleted: [...own, ...deleted], left, unknown };
    },
  };
}
