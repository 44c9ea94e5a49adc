import type { ScheduleTick } from '@atrium/contract/service-api/functions/background';
import type { Time } from '@atrium/host/database/columns';
import type { Generated, JSONColumnType } from 'kysely';

export interface BackgroundTables {
  schedule: {
    domainId: string;
    serviceId: string;
    function: string;
    /** Among the schedules of the function. */
    position: number;
    cron: string;
    timeZone: string;
    /** JSON. */
    input: string;
    /** A run that was interrupted runs again. */
    isRetried: boolean;
    /** Ticks that were missed while nothing ran are made up for by one run. */
    runsMissed: boolean;
    nextOn: Time;
    /** The last ones, newest first. */
    ticks: JSONColumnType<ScheduleTick[]>;
  };
  backgroundRun: {
    /** Runs of one entry are run in this order. */
    number: Generated<number>;
    id: string;
    domainId: string;
    serviceId: string;
    kind: 'SCHEDULE' | 'QUEUE' | 'EVENT';
    function: string;
    /** JSON. */
    input: string;
    event: string | null;
    key: string | null;
    /** Of the schedule. */
    position: number | null;
    /** The time at which the schedule wanted it. */
    tickOn: Time | null;
    /** `orders/17`: the entry that an event is about. */
    entry: string | null;
    /** How many events and queued runs led here. */
    depth: number;
    userId: string | null;
    state: 'WAITING' | 'RUNNING' | 'FAILED';
    dueOn: Time;
    attempt: Generated<number>;
    retries: number;
    /** The process that runs it. */
    holder: string | null;
    /** Until then the process has to say that it is alive. */
    heldUntil: Time | null;
    error: string | null;
    createdOn: Time;
    failedOn: Time | null;
  };
}
