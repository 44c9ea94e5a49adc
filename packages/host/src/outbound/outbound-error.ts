/** Why an outbound request was refused, cut off or got no response. */
export type OutboundFailure =
  | 'ADDRESS_NOT_ALLOWED'
  | 'HOST_NOT_ALLOWED'
  | 'PORT_NOT_ALLOWED'
  | 'PROTOCOL_NOT_ALLOWED'
  | 'NOT_ENCRYPTED'
  | 'UNREACHABLE'
  | 'LOOKUP_TIMEOUT'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_CONNECTIONS'
  | 'CANCELED';

interface Details {
  /** Set only where error messages may reveal which names exist. */
  hostname?: string;
  port?: number;
  maxBytes?: number;
  cause?: unknown;
}

/** A failed outbound request. Each use translates it into an error and a message of its own. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
  readonly maxBytes: number | undefined;

  constructor(failure: OutboundFailure, { hostname, port, maxBytes, cause }: Details = {}) {
    super(`The outbound request failed: ${failure}.`, { cause });
    this.name = 'OutboundError';
    this.failure = failure;
    this.hostname = hostname;
    this.port = port;
    this.maxBytes = maxBytes;
  }
}
