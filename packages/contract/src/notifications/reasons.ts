import type { Permission } from '../permissions.ts';

export interface Threshold {
  label: string;
  unit: string;
  /** Used until someone chooses another one. */
  default: number;
  min: number;
  max: number;
}

interface ReasonText {
  group: 'Tests' | 'Functions' | 'Git' | 'Billing' | 'Services';
  label: string;
  /** Condition that is told. */
  hint: string;
  /** Permission without which a person is not told. */
  permission: Permission | 'none';
  threshold?: Threshold;
}

/** Reasons for a notification, in the order in which they are shown. */
export const REASONS = {
  'tests-failed': {
    group: 'Tests',
    label: 'Tests fail',
    hint: 'A run of all tests fails, and the one before it did not.',
    permission: 'tests.read',
  },
  'tests-recovered': {
    group: 'Tests',
    label: 'Tests pass again',
    hint: 'A run of all tests passes, and the one before it had failed.',
    permission: 'tests.read',
  },
  'function-errors': {
    group: 'Functions',
    label: 'A function fails often',
    hint: 'Measured over 15 minutes with at least 10 logged calls; told once, and again only after it was lower.',
    permission: 'functions.invoke',
    threshold: { label: 'Failed calls from', unit: '%', default: 5, min: 1, max: 100 },
  },
  'function-slow': {
    group: 'Functions',
    label: 'A function is slow',
    hint: 'One of twenty calls takes longer. Measured over 15 minutes with at least 10 logged calls; told once until it is faster again.',
    permission: 'functions.invoke',
    threshold: { label: 'Slower than', unit: 'ms', default: 1000, min: 10, max: 600_000 },
  },
  'schedule-missed': {
    group: 'Functions',
    label: 'A schedule is missed',
    hint: 'A scheduled run was missed, skipped or interrupted, or tests could not start at their time.',
    permission: 'functions.invoke',
  },
  'queue-failed': {
    group: 'Functions',
    label: 'A background run fails',
    hint: 'A queued run has failed for the last time, or a scheduled run has failed.',
    permission: 'functions.invoke',
  },
  'push-prepared': {
    group: 'Git',
    label: 'A push is ready for review',
    hint: 'Commits of a connected repository are prepared as a pull.',
    permission: 'configuration.read',
  },
  'push-refused': {
    group: 'Git',
    label: 'A push is refused',
    hint: 'Commits of a connected repository could not be prepared or go live, or changes made here could not be pushed to it.',
    permission: 'configuration.read',
  },
  drift: {
    group: 'Git',
    label: 'A service differs from git',
    hint: 'A connected service and its branch differ for longer; told once until they are the same again.',
    permission: 'configuration.read',
    threshold: { label: 'Longer than', unit: 'hours', default: 24, min: 1, max: 720 },
  },
  budget: {
    group: 'Billing',
    label: 'A budget is reached',
    hint: 'Besides the e-mail to everyone who may see the bills.',
    permission: 'billing.read',
  },
  invoice: {
    group: 'Billing',
    label: 'An invoice is issued or due',
    hint: 'Besides the e-mail to everyone who may see the bills.',
    permission: 'billing.read',
  },
  payment: {
    group: 'Billing',
    label: 'A payment arrives or fails',
    hint: 'Besides the e-mail to everyone who may see the bills.',
    permission: 'billing.read',
  },
  'service-down': {
    group: 'Services',
    label: 'A service is down',
    hint: 'It has not answered for two minutes; told again when it is back.',
    permission: 'none',
  },
} as const satisfies Record<string, ReasonText>;

export type ReasonName = keyof typeof REASONS;

export const REASON_NAMES = Object.keys(REASONS) as [ReasonName, ...ReasonName[]];

/** Facts of a reason; `threshold` is undefined where it has none. */
export const reasonOf = (name: ReasonName): ReasonText => REASONS[name];

/** Kinds of channels, with their labels. */
export const CHANNEL_KINDS = {
  EMAIL: 'E-mail',
  WEBHOOK: 'Signed webhook',
  SLACK: 'Slack',
  TEAMS: 'Microsoft Teams',
  DISCORD: 'Discord',
} as const;
export type ChannelKindName = keyof typeof CHANNEL_KINDS;

/** Most channels of a domain, and of each person besides e-mail. */
export const MAX_CHANNELS = 8;
