import type { AppKind } from '@atrium/contract/connections/connections';
import { UnprocessableError } from '@atrium/host/errors';
import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

/** Tokens of a person. Without `expiresOn` they don't expire. */
export const OAuthTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** ISO time. */
  expiresOn: z.string().nullable(),
});
export type OAuthTokens = z.infer<typeof OAuthTokens>;

/** Repository of an installation of a GitHub App. */
export const InstalledRepository = z.object({
  installationId: z.int(),
  repositoryId: z.int(),
  /** Whether the person who connected it may push. */
  mayPush: z.boolean(),
});

export type InstalledRepository = z.infer<typeof InstalledRepository>;

/** Access of a connection, as it is stored: never sent to a browser. */
export const AppAccess = z.union([OAuthTokens, InstalledRepository]);
export type AppAccess = z.infer<typeof AppAccess>;

interface HostedRepository {
  /** Without `.git`. */
  path: string;
  gitUrl: string;
  defaultBranch: string | null;
}

/** A browser that a host has sent back. */
export interface AppReturn {
  query: string;
  state: string;
  codeVerifier: string;
}

export interface GitAppParts {
  clock: Clock;
  policy: AddressPolicy;
  redirectUrl: () => string;
}

/** Least time that a token lasts: longer than git may take. */
export const LEAST_TOKEN_MS = 10 * 60_000;

/** App at a git host. Failures are GitAppErrors. */
export interface GitApp {
  kind: AppKind;
  name: string;
  host: string;
  /** Page on which people give the app more repositories; undefined where their account alone decides. */
  installUrl: string | undefined;
  /** Username that git sends with the token. */
  gitUsername: string;
  buildUrl(state: string): Promise<{ url: string; codeVerifier: string }>;
  exchange(back: AppReturn): Promise<OAuthTokens>;
  findAccount(tokens: OAuthTokens): Promise<string>;
  listRepositories(
    tokens: OAuthTokens,
    search: string,
  ): Promise<{ repositories: HostedRepository[]; isCut: boolean }>;
  /** Undefined if the person cannot see it, or the app may not. */
  findRepository(
    tokens: OAuthTokens,
    path: string,
  ): Promise<{ repository: HostedRepository; access: AppAccess } | undefined>;
  /** Returns a token that lasts for the longest use of git, or undefined if the access has to be renewed first. */
  findToken(access: AppAccess): Promise<string | undefined>;
  /** Uses the given access up. */
  renew(access: AppAccess): Promise<{ access: AppAccess; token: string }>;
  /** Returns the access whose token the host has refused: the next use renews it. */
  refuse(access: AppAccess): AppAccess;
}

/** Failure of an app at a git host: a sentence for people, without a response body. */
export class GitAppError extends UnprocessableError {}

export const revoked = (host: string, cause?: unknown) =>
  new GitAppError(`The access was revoked at ${host}. Connect again.`, { cause });
