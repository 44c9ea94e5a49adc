import type { ValueKind } from '@atrium/contract/service-api/functions/value-fields';
import type { Sealed, Time } from '@atrium/host/database/columns';

export interface ValuesTables {
  functionValue: {
    domainId: string;
    kind: ValueKind;
    name: string;
    /** Null where there is only a test value. */
    value: Sealed | null;
    testValue: Sealed | null;
    previousValue: Sealed | null;
    previousUntil: Time | null;
    changedOn: Time;
    changedBy: string;
    usedOn: Time | null;
  };
}
