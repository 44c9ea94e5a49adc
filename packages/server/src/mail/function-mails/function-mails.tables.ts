import type { Time } from '@atrium/host/database/columns';

export interface FunctionMailsTables {
  functionMails: {
    /** UUID v7: it tells when the mail was made. */
    id: string;
    domainId: string;
    serviceId: string;
    function: string;
    /** Of the mail of the function, which may have several recipients. */
    mailId: string;
    toAddress: string;
    subject: string;
    /** JSON of the mail until it has been sent. */
    mail: string | null;
    state: 'WAITING' | 'SENT' | 'FAILED' | 'SUPPRESSED';
    error: string | null;
    createdOn: Time;
    endedOn: Time | null;
  };
  /** Addresses that a mail server refuses for good: a domain sends nothing more to them. */
  refusedAddresses: { domainId: string; address: string; reason: string; createdOn: Time };
}
