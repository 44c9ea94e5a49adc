import type { Sealed, Time } from '@atrium/host/database/columns';

export interface SecretsTables {
  secretKeys: {
    id: string;
    isCurrent: boolean;
    createdOn: Time;
  };
  /** At most one row: the key of the values of functions, which the services store. */
  valueKeys: { id: string; secretKey: Sealed };
}
