import type { ConnectionKind } from '@atrium/contract/connections/connections';
import type { Sealed, Time } from '@atrium/host/database/columns';

export interface ConnectionsTables {
  connections: {
    id: string;
    domainId: string;
    name: string;
    gitUrl: string;
    defaultBranch: string | null;
    folder: string;
    kind: ConnectionKind;
    username: string | null;
    secret: Sealed;
    hostKey: string | null;
    isDefault: boolean;
    createdBy: string;
    changedBy: string;
    createdOn: Time;
    changedOn: Time;
  };
}
