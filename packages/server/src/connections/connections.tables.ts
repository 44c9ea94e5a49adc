import type { Sealed, Time } from '@atrium/host/database/columns';

export interface ConnectionsTables {
  connections: {
    id: string;
    domainId: string;
    name: string;
    gitUrl: string;
    defaultBranch: string | null;
    folder: string;
    username: string;
    password: Sealed;
    isDefault: boolean;
    createdBy: string;
    changedBy: string;
    createdOn: Time;
    changedOn: Time;
  };
}
