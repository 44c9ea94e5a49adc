import type { Time } from '@atrium/host/database/columns';

export interface SecretsTables {
  secretKeys: {
    id: string;
    isCurrent: boolean;
    createdOn: Time;
  };
}
