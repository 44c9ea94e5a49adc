import { PROVIDE_KEY } from '@atrium/contract/access-keys/access-key-fields';
import { KeyLabel, KeyPermissions } from '@atrium/contract/access-keys/own-key-fields';
import { z } from 'zod';
import { formatDate } from '../../../lib/format-date.ts';

const NEVER = 'never';
const DAYS = ['30', '90', '365'] as const;
const DAY_MS = 86_400_000;

const TokenForm = z.object({
  label: KeyLabel,
  key: z.string(),
  permissions: KeyPermissions,
  expires: z.enum([...DAYS, NEVER]),
});

/** What has to be filled in for each kind of key. */
export const ownKeyForms = {
  token: TokenForm,
  'public-key': TokenForm.extend({ key: z.string().trim().min(1, PROVIDE_KEY) }),
};

type Expiry = z.output<typeof TokenForm>['expires'];

/** With the day, because no one counts days. */
export function expiryOptions(now: Date): { value: Expiry; label: string }[] {
  return [
    ...DAYS.map((days) => ({
      value: days,
      label: `In ${days} days, on ${formatDate(now.getTime() + Number(days) * DAY_MS)}`,
    })),
    { value: NEVER, label: 'Never' },
  ];
}

export function toDays(expires: Expiry): number | null {
  return expires === NEVER ? null : Number(expires);
}
