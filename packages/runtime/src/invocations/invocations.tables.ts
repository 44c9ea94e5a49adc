import type { InvocationSource, InvocationStatus } from '@atrium/contract/service-api/functions/invocations';
import type { RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';
import type { Time } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

export interface InvocationsTables {
  invocation: {
    domainId: string;
    serviceId: string;
    /** UUID v7: it tells when the call was made. */
    id: string;
    function: string;
    event: string | null;
    version: number;
    userId: string;
    source: InvocationSource;
    status: InvocationStatus;
    durationMs: number;
    memoryBytes: number;
    error: string | null;
    input: string;
    result: string;
    console: string;
    /** JSON. */
    failure: string | null;
    bytes: number;
    search: Generated<string>;
  };
  invocationLog: { domainId: string; bytes: number; limitBytes: number };
  functionDay: {
    domainId: string;
    serviceId: string;
    /** `2026-11-22`, in UTC. */
    day: string;
    function: string;
    calls: number;
    errors: number;
    durationMs: number;
    durations: number[];
  };
  serviceHour: {
    domainId: string;
    serviceId: string;
    /** The beginning of the hour. */
    hour: Time;
    calls: number;
    errors: number;
    durations: number[];
  };
  refusedRequest: {
    domainId: string;
    serviceId: string;
    function: string;
    /** `2026-11-22`, in UTC. */
    day: string;
    reason: RefusalReason;
    count: number;
    firstOn: Time;
    lastOn: Time;
  };
}
