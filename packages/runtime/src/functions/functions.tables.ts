import type { Time } from '@atrium/host/database/columns';

export interface FunctionsTables {
  acceptedRequest: {
    domainId: string;
    serviceId: string;
    function: string;
    /** SHA-256 of the signed body. */
    digest: Buffer;
    acceptedOn: Time;
    /** Null once the function has answered. Accepted again after it: the process has ended meanwhile. */
    leasedUntil: Time | null;
  };
}
