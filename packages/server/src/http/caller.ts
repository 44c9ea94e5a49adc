import type { Permission } from '@atrium/contract/permissions';

/** The user on whose behalf a request runs, according to the access token. */
export interface Caller {
  userId: string;
  domainId: string;
  /** Set for a child user: its usage is billed to the parent. */
  parentId: string | null;
  isAdmin: boolean;
  roles: string[];
  /** Current permissions of the caller's roles; the owner of a domain has all. */
  permissions: readonly Permission[];
  /** Null when the caller signed in with an access key instead of a session. */
  sessionId: string | null;
  /** The access key that the caller signed in with instead of a session. */
  accessKey?: {
    id: string;
    expiresAt: Date | null;
    /** Created by the caller, for some of their permissions. */
    isOwn?: boolean;
  };
  /** The page of a service that the caller allows this for a while; it has no session of its own. */
  page?: { serviceId: string };
  /** In jobs: an access key or a page has started this, so that not all that the person may do is allowed. */
  isRestricted?: true;
  /** User who signed in as this user with a custom token, if another. */
  impersonatorId?: string;
  /** Id of the request that the caller sent; none in jobs. */
  requestId?: string;
}

/** Operator who helps a customer: an administrator, or the operator on the command line, who is not a user. */
export type Operator = Pick<Caller, 'impersonatorId' | 'requestId'> & { userId: string | null };

/** A service of the platform, signed in with its access key. */
export interface ServiceCaller {
  serviceId: string;
  accessKeyId: string;
}

export type SignedIn = { caller: Caller } | { service: ServiceCaller };

/** Checks a bearer token and notes the address that it comes from. Throws UnauthenticatedError when it is not valid. */
export type VerifyBearer = (token: string, address: string) => Promise<SignedIn>;
