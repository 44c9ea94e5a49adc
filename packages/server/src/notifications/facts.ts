import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { NotificationsTables } from './notifications.tables.ts';

/** Facts of the area that notifies: no secrets, no text that functions or tests wrote. */
export type Facts = Selectable<NotificationsTables['notifications']>['facts'];

/** The last submission before an event. */
export const LastSubmission = z.object({
  serviceId: z.string(),
  version: z.int(),
  message: z.string(),
  author: z.string(),
  submittedAt: z.string(),
  url: z.string(),
});
export type LastSubmission = z.infer<typeof LastSubmission>;

/** A notification as messages tell it. */
export const Told = z.object({
  type: z.string(),
  title: z.string(),
  text: z.string(),
  tone: z.enum(['bad', 'good', 'neutral']),
  data: z.record(z.string(), z.unknown()),
  at: z.string(),
  link: z.object({ label: z.string(), url: z.string() }),
  lastSubmission: LastSubmission.nullable(),
});
export type Told = z.infer<typeof Told>;

/** Content of a message: one notification, or several held ones. */
export const Content = z.object({
  told: z.array(Told).min(1),
  /** Further ones that the message leaves out. */
  more: z.int(),
  /** Address of the page of notifications. */
  settingsUrl: z.string(),
});
export type Content = z.infer<typeof Content>;

/** Longest part of a text of people that a message repeats. */
const MAX_QUOTED = 200;

/** One line without control characters, cut. */
export function quoteLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1)}…` : line;
}

/** Title of a message. */
export function titleOf({ told, more }: Content): string {
  const [first] = told;
  const count = told.length + more;
  return count === 1 && first ? quoteLine(first.title) : `${count} notifications`;
}

/** Sentence about the last submission before an event. */
export function submissionLine(submission: LastSubmission): string {
  const { serviceId, version, message, author, submittedAt } = submission;
  const by = author === '' ? '' : ` by ${author}`;
  const about = message === '' ? '' : `: ${quoteLine(message)}`;
  return `Last submission before: ${serviceId} version ${version}${by}, ${timeText(submittedAt)}${about}`;
}

/** `2026-11-29 22:40 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
