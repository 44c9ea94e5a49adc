import { GitError } from '../git-errors.ts';
import { fingerprintOf } from './deploy-key.ts';

/** Public key of a git host, as in a `known_hosts` file: algorithm and key. */
export interface HostKey {
  line: string;
  algorithm: string;
  fingerprint: string;
  /** The operator of the host has published this fingerprint. */
  isPublished: boolean;
}

/**
 * GitHub: https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/githubs-ssh-key-fingerprints
 * (Ed25519, ECDSA, RSA; read on 2026-11-29).
 */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'github.com': [
    'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    'SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM',
    'SHA256:uNiVztksCsDhcc0u9e8BujQXVUpKZIDTMczCvj3tD2s',
  ],
};

export function toHostKey(line: string, host: string): HostKey {
  const fingerprint = fingerprintOf(line);
  const isPublished = PUBLISHED[host]?.includes(fingerprint) === true;
  return { line, algorithm: line.split(' ')[0] ?? '', fingerprint, isPublished };
}

/** The host's key was never confirmed, or is another one than the confirmed. */
export class HostKeyError extends GitError {
  readonly offered: HostKey;
  readonly confirmed: HostKey | undefined;

  constructor(host: string, offered: HostKey, confirmed: HostKey | undefined) {
    super(
      confirmed === undefined ? 'HOST_KEY_UNKNOWN' : 'HOST_KEY_CHANGED',
      confirmed === undefined
        ? `The key of ${host} has not been confirmed yet. Its fingerprint is ${offered.fingerprint}. Test the connection, compare the fingerprint, and confirm it.`
        : `The key of ${host} has changed: its fingerprint was ${confirmed.fingerprint} and is ${offered.fingerprint} now. Nothing was sent. Ask the operator of the host whether the key was replaced; then test the connection and confirm the new one.`,
    );
    this.offered = offered;
    this.confirmed = confirmed;
  }
}
