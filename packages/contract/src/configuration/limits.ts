/** Limits of a pull or push, each with a clear error. */
export const GIT_TIMEOUT_MS = 120_000;
/** The walk that finds each file's last commit may continue in the background this long. */
export const GIT_HISTORY_TIMEOUT_MS = 600_000;
/** No byte for this long means that the remote hangs. */
export const GIT_IDLE_TIMEOUT_MS = 30_000;
/** Bytes that one transfer may receive. */
export const GIT_MAX_TRANSFER_BYTES = 512 * 1024 * 1024;
/** Files that the folders of services may contain in a repository; files outside them do not count. */
export const GIT_MAX_TREE_FILES = 100_000;
/** Pulls and pushes that run at the same time, of all domains and of one; the others wait. */
export const GIT_PULLS_AT_ONCE = 16;
export const GIT_PULLS_AT_ONCE_PER_DOMAIN = 2;
/** Queued pulls and pushes per domain; further ones are refused. */
export const GIT_PULLS_WAITING_PER_DOMAIN = 50;
/** Bytes of all file contents that one pull may read. */
export const GIT_MAX_CONTENT_BYTES = 256 * 1024 * 1024;
export const GIT_MAX_BRANCHES = 5_000;

/** Period in which a pull can be compared, confirmed and resumed. */
export const PULL_LIFETIME_HOURS = 24;

/** Bodies of uploads and confirmations with merged contents can be this long. */
export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;
