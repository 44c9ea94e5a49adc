import type { Time } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

export interface OutboxTables {
  outboxDeliveries: {
    /** Sent with each try, so receivers can drop duplicates. */
    id: string;
    domainId: string;
    /** Name of the `DeliveryKind`. */
    kind: string;
    /** Id of the receiver in the table of the kind's area. */
    receiverId: string;
    /** Name of the event in the kind's area. */
    event: string;
    /** Id of the record that the event is about. */
    subjectId: string | null;
    /** JSON that the kind renders. */
    payload: string;
    maxTries: number;
    createdOn: Time;
    status: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>;
    tries: Generated<number>;
    /** Null once the delivery has ended. */
    nextTryOn: Time | null;
    lastTryOn: Time | null;
    statusCode: number | null;
    error: string | null;
  };
}
