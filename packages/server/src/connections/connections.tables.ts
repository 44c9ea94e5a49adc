import type { AppKind, ConnectionKind } from '@atrium/contract/connections/connections';
import type { Hashed, Sealed, Time, Token } from '@atrium/host/database/columns';

export interface ConnectionsTables {
  connections: {
    id: string;
    domainId: string;
    name: string;
    gitUrl: string;
    defaultBranch: string | null;
    folder: string;
    kind: ConnectionKind;
    /** App at the host, of the kind `app`. */
    app: AppKind | null;
    username: string | null;
    secret: Sealed;
    /** Private half of a deploy key that waits to be used. */
    nextSecret: Sealed | null;
    hostKey: string | null;
    isDefault: boolean;
    createdBy: string;
    changedBy: string;
    createdOn: Time;
    changedOn: Time;
  };
  gitGrants: {
    id: string;
    domainId: string;
    userId: string;
    sessionId: string;
    app: AppKind;
    /** Connection whose access is replaced. */
    connectionId: string | null;
    /** Null once the browser is back. */
    stateHash: Hashed | null;
    codeVerifier: Token;
    /** Both null until the browser is back. */
    account: string | null;
    secret: Sealed | null;
    createdOn: Time;
    expiresOn: Time;
  };
}
