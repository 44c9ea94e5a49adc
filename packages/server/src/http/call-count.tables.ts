export interface CallCountTables {
  callCounts: {
    /** Subject of the limit, and the address (for IPv6 the network) of the caller. */
    subject: string;
    /** Since 1970. */
    minute: number;
    calls: number;
  };
}
