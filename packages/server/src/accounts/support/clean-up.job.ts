import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { deleteOldProviderAttempts } from '../identity-providers/provider-attempt.repository.ts';
import { deleteOldProviderSignIns } from '../identity-providers/provider-sign-in.repository.ts';
import { deleteAbandonedAuthenticators } from '../second-factors/authenticator.repository.ts';
import { deleteOldChallenges } from '../second-factors/sign-in-challenge.repository.ts';
import {
  deleteOldAttempts,
  deleteOldDevices,
  deleteOldSessions,
  deleteOldTokens,
  updateUnconfirmedRemoved,
} from './clean-up.repository.ts';

const DAY_MS = 86_400_000;
/** A browser keeps a cookie for no longer. */
const DEVICE_COOKIE_DAYS = 400;
const UNCONFIRMED_DAYS = 7;

export const accountsCleanUpJob = defineJob({
  name: 'accounts.clean-up',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '17 3 * * *',
});

/** Removes expired data. Idempotent. */
export async function cleanUpAccounts(db: Kysely<Database>, clock: Clock, endedDays: number): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await updateUnconfirmedRemoved(db, daysAgo(UNCONFIRMED_DAYS), now);
  await deleteOldSessions(db, daysAgo(endedDays));
  await deleteOldTokens(db, daysAgo(endedDays));
  await deleteOldDevices(db, daysAgo(DEVICE_COOKIE_DAYS));
  await deleteOldChallenges(db, daysAgo(1));
  await deleteOldProviderAttempts(db, daysAgo(1));
  await deleteOldProviderSignIns(db, daysAgo(1));
  await deleteAbandonedAuthenticators(db, daysAgo(1));
  await deleteOldAttempts(db, daysAgo(1));
}
