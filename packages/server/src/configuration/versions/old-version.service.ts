import { KEPT_VERSIONS, type ServiceVersions } from '@atrium/contract/configuration/old-versions';
import { deleteOldVersions, listVersions } from '@atrium/contract/service-api/versions/versions';
import { AppError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { listReturnableVersions } from '../return/return.repository.ts';
import { deleteBackupsBefore } from './backup.repository.ts';
import { listVersionsOfExchanges } from './exchange.repository.ts';

/** Old versions of the configuration, which customers delete when the limit of their history is near. */
export class OldVersions {
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  /** Services that cannot be reached, or keep no versions, are left out. */
  async list(caller: Caller): Promise<ServiceVersions[]> {
    const listed = await this.#parts.services.listRegistered();
    const found = await Promise.all(
      listed.map(({ id, name }) =>
        this.#read(caller, id, name).catch((error: unknown) => {
          if (error instanceof AppError) return undefined;
          throw error;
        }),
      ),
    );
    return found.filter((each) => each !== undefined);
  }

  /**
   * Never the live version, one that was last exchanged with a branch, or one that a test run may return to. A submit that
   * comes between the check and the deletion needs no lock: the service takes it on its live version only, and no version
   * before what was live at the check is what it returns to.
   */
  async delete(
    caller: Caller,
    { serviceId, before }: { serviceId: string; before: number },
  ): Promise<{ deletedVersions: number; freedBytes: number }> {
    const { db, audit, services } = this.#parts;
    const { name } = await services.get(serviceId);
    const { neededFrom } = await this.#read(caller, serviceId, name);
    if (before > neededFrom) {
      throw new UnprocessableError(
        `Version ${neededFrom} of ${name} is still needed: it is live, was last exchanged with git, or may be returned to when a test run ends.`,
      );
    }
    const deleted = await services.getClient(caller).call(serviceId, deleteOldVersions, { body: { before } });
    await db.transaction().execute(async (transaction) => {
      await deleteBackupsBefore(transaction, { ...caller, serviceId }, before);
      await audit.record(transaction, {
        caller,
        action: 'configuration.delete-versions',
        message: `Deleted the versions of ${name} before version ${before}`,
        after: { serviceId, oldestVersion: before, deletedVersions: deleted.deletedVersions },
      });
    });
    return deleted;
  }

  async #read(caller: Caller, serviceId: string, serviceName: string): Promise<ServiceVersions> {
    const { db, services } = this.#parts;
    const client = services.getClient(caller);
    const { content, totalElements } = await client.call(serviceId, listVersions, {
      query: { page: '0', size: '1' },
    });
    const [live] = content;
    if (live === undefined) throw new NotFoundError();
    const exchanged = await listVersionsOfExchanges(db, { ...caller, serviceId });
    const returnable = await listReturnableVersions(db, caller.domainId, serviceId);
    const neededFrom = Math.min(live.version, ...exchanged, ...returnable);
    const oldestVersion = live.version - totalElements + 1;
    return {
      serviceId,
      serviceName,
      oldestVersion,
      liveVersion: live.version,
      neededFrom,
      offeredBefore: Math.max(oldestVersion, Math.min(neededFrom, live.version - KEPT_VERSIONS + 1)),
    };
  }
}
