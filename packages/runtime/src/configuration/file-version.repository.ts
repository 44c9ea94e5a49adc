import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Scope } from './scope.ts';

/** A content that a place has had, from one version until another. */
export interface PlacedContent {
  fromVersion: number;
  untilVersion: number | null;
  checksum: string;
  bytes: number;
}

/** Contents of a path up to a version, newest first. */
export async function listPlacedContents(
  db: Store,
  { domainId, serviceId }: Scope,
  { folderPath, name }: FilePlace,
  { version, limit }: { version: number; limit: number },
): Promise<PlacedContent[]> {
  return db
    .selectFrom('file')
    .innerJoin('blob', (join) =>
      join.onRef('blob.domainId', '=', 'file.domainId').onRef('blob.checksum', '=', 'file.checksum'),
    )
    .select(['fromVersion', 'untilVersion', 'file.checksum'])
    .select(sql<number>`octet_length(${sql.ref('blob.content')})`.as('bytes'))
    .where('file.domainId', '=', domainId)
    .where('file.serviceId', '=', serviceId)
    .where('file.folderPath', '=', folderPath)
    .where('file.name', '=', name)
    .where('file.fromVersion', '<=', version)
    .orderBy('file.fromVersion', 'desc')
    .limit(limit)
    .execute();
}
