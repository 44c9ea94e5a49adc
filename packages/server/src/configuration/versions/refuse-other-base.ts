import type { MovedFiles } from '@atrium/contract/configuration/confirm';
import { EXCHANGED_MESSAGE } from '@atrium/contract/configuration/messages';
import { ConflictError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import { findExchangeId } from './exchange.repository.ts';

/** Base that a submit of a pull was compared with. */
interface ComparedWith {
  serviceId: string;
  baseVersion: number;
  exchange?: string | null | undefined;
}

/** A push or a submit of someone else may move the base and leave the live version as it is. */
export async function refuseOtherBase(
  db: Store,
  { domainId, gitUrl, branch }: { domainId: string; gitUrl: string; branch: string | null },
  { serviceId, baseVersion, exchange }: ComparedWith,
): Promise<void> {
  if (exchange === undefined) return;
  const known = await findExchangeId(db, { domainId, serviceId, gitUrl, branch });
  if (known === (exchange ?? undefined)) return;
  const nothingMoved: MovedFiles = { version: baseVersion, moved: [] };
  throw new ConflictError(EXCHANGED_MESSAGE, nothingMoved);
}
