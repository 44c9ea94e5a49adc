export interface StorageTables {
  stored: {
    domainId: string;
    files: number;
    configurationBytes: number;
    historyBytes: number;
    entries: number;
    entryBytes: number;
  };
  invoked: {
    domainId: string;
    /** Minutes and days since 1970, in UTC. */
    minute: number;
    minuteCalls: number;
    day: number;
    dayCalls: number;
    /** Processor time of functions and tests. */
    dayCpuMs: number;
    /** Of the addresses of functions. */
    dayAddressCalls: number;
    /** Requests to other hosts. */
    dayFetches: number;
    /** Sent and received by them. */
    dayFetchBytes: number;
  };
}
