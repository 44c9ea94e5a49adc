import {
  GIT_HISTORY_TIMEOUT_MS,
  GIT_IDLE_TIMEOUT_MS,
  GIT_MAX_BRANCHES,
  GIT_MAX_CONTENT_BYTES,
  GIT_MAX_TRANSFER_BYTES,
  GIT_MAX_TREE_FILES,
  GIT_PULLS_AT_ONCE,
  GIT_PULLS_AT_ONCE_PER_DOMAIN,
  GIT_PULLS_WAITING_PER_DOMAIN,
  GIT_TIMEOUT_MS,
} from '@atrium/contract/configuration/limits';
import { MAX_FILE_BYTES } from '@atrium/contract/service-api/files/configuration-file';
import type { GitProviderLimits } from './cache/repository-context.ts';

/** The limits of the product; tests take smaller ones. */
export const gitLimits: GitProviderLimits = {
  timeoutMs: GIT_TIMEOUT_MS,
  idleTimeoutMs: GIT_IDLE_TIMEOUT_MS,
  historyTimeoutMs: GIT_HISTORY_TIMEOUT_MS,
  maxBytes: GIT_MAX_TRANSFER_BYTES,
  maxTreeFiles: GIT_MAX_TREE_FILES,
  maxBranches: GIT_MAX_BRANCHES,
  maxFileBytes: MAX_FILE_BYTES,
  maxContentBytes: GIT_MAX_CONTENT_BYTES,
  pulls: {
    permits: GIT_PULLS_AT_ONCE,
    permitsPerKey: GIT_PULLS_AT_ONCE_PER_DOMAIN,
    maxWaiting: GIT_PULLS_WAITING_PER_DOMAIN,
  },
  // A long history must not keep the contents of the next pulls waiting.
  laterReads: { permits: GIT_PULLS_AT_ONCE, permitsPerKey: 4, maxWaiting: Infinity },
  readerMegabytes: 256,
};
