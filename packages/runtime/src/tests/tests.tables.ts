import type { Time } from '@atrium/host/database/columns';

export interface TestsTables {
  canceledTest: {
    domainId: string;
    runId: string;
    /** Empty for all tests of the run. */
    testId: string;
    canceledOn: Time;
  };
}
