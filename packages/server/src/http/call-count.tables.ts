export interface CallCountTables {
  callCounts: {
    /** What is limited, and the address (of IPv6 the network) that called. */
    subject: string;
    /** Since 1970. */
    minute: number;
    calls: number;
  };
}
