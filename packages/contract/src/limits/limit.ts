import { z } from 'zod';

const MIB = 1024 * 1024;

/** Limits of one domain. */
export const LimitName = z.enum([
  'files',
  'configurationBytes',
  'historyBytes',
  'entries',
  'entryBytes',
  'logBytes',
  'invocationsPerMinute',
  'invocationsPerDay',
  'computingPerDay',
  'addressCallsPerMinute',
  'addressCallsPerDay',
  'fetchesPerDay',
  'fetchBytesPerDay',
  'domainCallsPerMinute',
  'clientCallsPerMinute',
  'queuedRuns',
  'mailsPerDay',
  'invitationsOutstanding',
  'invitationsPerDay',
  'joinedPerDay',
  'pullsAtOnce',
  'pullsPerDay',
  'gitCacheBytes',
  'pulledBytes',
  'resultBytes',
]);
export type LimitName = z.infer<typeof LimitName>;

export const LimitUnit = z.enum(['count', 'bytes', 'seconds']);
export type LimitUnit = z.infer<typeof LimitUnit>;

interface LimitDescription {
  /** Counted objects, as in a table or a sentence: "Files of the configuration". */
  label: string;
  unit: LimitUnit;
  default: number;
  /** Limit of domains without a card, whose usage the operator pays for. */
  withoutCard?: number;
  /** Remedies once the limit is reached. */
  remedy: string;
}

const ASK = 'An administrator can raise the limit.';
const LATER = `Try again later. ${ASK}`;

/** All limits with their defaults; an administrator can change them per domain. */
export const LIMITS: Readonly<Record<LimitName, LimitDescription>> = {
  files: {
    label: 'Configuration files',
    unit: 'count',
    default: 100_000,
    remedy: `Delete files that are not needed. ${ASK}`,
  },
  configurationBytes: {
    label: 'Live configuration',
    unit: 'bytes',
    default: 100 * MIB,
    withoutCard: 50 * MIB,
    remedy: `Delete or shorten files. ${ASK}`,
  },
  historyBytes: {
    label: 'Versions of the configuration',
    unit: 'bytes',
    default: 250 * MIB,
    withoutCard: 100 * MIB,
    remedy: `Delete the oldest versions on the page Versions. ${ASK}`,
  },
  entries: {
    label: 'Content entries',
    unit: 'count',
    default: 100_000,
    remedy: `Delete entries that are not needed. ${ASK}`,
  },
  entryBytes: {
    label: 'Content',
    unit: 'bytes',
    default: 100 * MIB,
    withoutCard: 50 * MIB,
    remedy: `Delete or shorten entries. ${ASK}`,
  },
  logBytes: {
    label: 'Log of function calls',
    unit: 'bytes',
    default: 256 * MIB,
    withoutCard: 64 * MIB,
    remedy: `The oldest entries are removed to make room. ${ASK}`,
  },
  invocationsPerMinute: {
    label: 'Function calls in a minute',
    unit: 'count',
    default: 60_000,
    remedy: LATER,
  },
  invocationsPerDay: {
    label: 'Function calls in a day (UTC)',
    unit: 'count',
    default: 5_000_000,
    remedy: LATER,
  },
  computingPerDay: {
    label: 'Processor time of functions and tests in a day (UTC)',
    unit: 'seconds',
    // One core, 24 hours a day.
    default: 86_400,
    withoutCard: 3_600,
    remedy: LATER,
  },
  addressCallsPerMinute: {
    label: 'Calls of the address of one function in a minute',
    unit: 'count',
    default: 6_000,
    remedy: LATER,
  },
  addressCallsPerDay: {
    label: 'Calls of the addresses of functions in a day (UTC)',
    unit: 'count',
    default: 1_000_000,
    withoutCard: 1_000,
    remedy: LATER,
  },
  fetchesPerDay: {
    label: 'Requests of functions to other hosts in a day (UTC)',
    unit: 'count',
    default: 100_000,
    withoutCard: 200,
    remedy: LATER,
  },
  fetchBytesPerDay: {
    label: 'Data of functions to and from other hosts in a day (UTC)',
    unit: 'bytes',
    default: 10_240 * MIB,
    withoutCard: 50 * MIB,
    remedy: LATER,
  },
  domainCallsPerMinute: {
    label: 'Calls of the addresses of all functions in a minute',
    unit: 'count',
    default: 12_000,
    remedy: LATER,
  },
  clientCallsPerMinute: {
    label: 'Calls of the addresses of functions from one network address in a minute',
    unit: 'count',
    default: 1_200,
    remedy: LATER,
  },
  mailsPerDay: {
    label: 'Mails of functions in a day (UTC)',
    unit: 'count',
    default: 2_000,
    withoutCard: 50,
    remedy: LATER,
  },
  queuedRuns: {
    label: 'Runs of functions that wait or have failed',
    unit: 'count',
    default: 10_000,
    withoutCard: 1_000,
    remedy: `Wait until some have run, or drop those that are not needed. ${ASK}`,
  },
  invitationsOutstanding: {
    label: 'Invitations that are not accepted',
    unit: 'count',
    default: 50,
    remedy: `Remove invitations that are not needed. ${ASK}`,
  },
  invitationsPerDay: { label: 'Invitations in a day (UTC)', unit: 'count', default: 30, remedy: LATER },
  joinedPerDay: {
    label: 'People who join with an identity provider in a day (UTC)',
    unit: 'count',
    default: 500,
    remedy: LATER,
  },
  pullsAtOnce: {
    label: 'Pulls and pushes at once',
    unit: 'count',
    default: 2,
    remedy: 'Others wait for their turn.',
  },
  pullsPerDay: { label: 'Pulls in a day (UTC)', unit: 'count', default: 1000, remedy: LATER },
  gitCacheBytes: {
    label: 'Repositories kept for the next pull',
    unit: 'bytes',
    default: 512 * MIB,
    withoutCard: 256 * MIB,
    remedy: 'The least recently used repository is removed, and fetched again when it is needed.',
  },
  pulledBytes: {
    label: 'Contents of pulled files',
    unit: 'bytes',
    default: 1024 * MIB,
    withoutCard: 256 * MIB,
    remedy: `Contents that are not submitted are deleted a day after the pull; pull fewer services at once. ${ASK}`,
  },
  resultBytes: {
    label: 'Results of test runs',
    unit: 'bytes',
    default: 4096 * MIB,
    withoutCard: 256 * MIB,
    remedy: `The oldest runs are removed to make room; results that do not fit are reduced to their status. ${ASK}`,
  },
};

/** Limits that hold no one up when they are reached: what exceeds them waits, is fetched again, or makes room by itself. */
export const SOFT_LIMITS: ReadonlySet<LimitName> = new Set([
  'logBytes',
  'pullsAtOnce',
  'gitCacheBytes',
  'resultBytes',
]);

/** Limits of a domain that differ from the defaults: an administrator has changed them, or it has no card. */
export const LimitOverrides = z.partialRecord(LimitName, z.int().min(0));
export type LimitOverrides = z.infer<typeof LimitOverrides>;

/** Overrides of the defaults for a domain without a card. */
export const LIMITS_WITHOUT_CARD: LimitOverrides = Object.fromEntries(
  LimitName.options.flatMap((name) => {
    const { withoutCard } = LIMITS[name];
    return withoutCard === undefined ? [] : [[name, withoutCard]];
  }),
);

export function limitOf(name: LimitName, overrides: LimitOverrides | undefined): number {
  return overrides?.[name] ?? LIMITS[name].default;
}

/** From this share on, what fills up says so. */
export const NOTICE_SHARE = 0.8;

/** A limit of a domain with its current usage. */
export const DomainLimit = z.object({
  name: LimitName,
  label: z.string(),
  unit: LimitUnit,
  limit: z.int(),
  /** Null if it cannot be told, such as while a service is down. */
  used: z.int().nullable(),
  default: z.int(),
  remedy: z.string(),
});
export type DomainLimit = z.infer<typeof DomainLimit>;

/** Error details of a refusal. */
export const LimitReached = z.object({ limitName: LimitName, limit: z.int(), used: z.int() });
export type LimitReached = z.infer<typeof LimitReached>;
