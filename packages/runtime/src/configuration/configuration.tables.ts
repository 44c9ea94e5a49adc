import type { Time } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

export interface ConfigurationTables {
  configuration: {
    domainId: string;
    serviceId: string;
    liveVersion: Generated<number>;
    oldestVersion: Generated<number>;
  };
  withdrawnImport: {
    domainId: string;
    serviceId: string;
    attemptId: string;
    withdrawnOn: Time;
  };
  blob: {
    domainId: string;
    checksum: string;
    content: Buffer;
  };
  strippedSource: {
    domainId: string;
    checksum: string;
    nodeVersion: string;
    code: Buffer;
  };
  version: {
    domainId: string;
    serviceId: string;
    version: number;
    parent: number | null;
    createdOn: Time;
    author: string | null;
    message: string;
    commitSha: string | null;
    filesCount: number;
    changesCount: number;
  };
  file: {
    domainId: string;
    serviceId: string;
    folderPath: string;
    name: string;
    fromVersion: number;
    untilVersion: number | null;
    checksum: string;
    commitSha: string | null;
    modifiedOn: Time;
    foldedPath: string;
  };
}
