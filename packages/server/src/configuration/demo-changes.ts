import type { demoPeople } from '../accounts/people/demo-people.ts';

/** One change of a domain's configuration, as someone made it at a time in the past. */
export interface DemoChange {
  daysAgo: number;
  by: keyof typeof demoPeople;
  message: string;
  /** Folder of `seed-content` with the files that it writes, below the id of their service. */
  content: string;
}

/** Since when Ada's domain has its configuration. */
export const FIRST_DAYS_AGO = 90;
/** Version of the starter configuration. */
export const STARTER_VERSION = 1;
/** Makes no version. */
const REFUSED = 'refused';

const newsletter = { message: 'Add a newsletter', content: 'newsletter' };
const wishes = { message: 'Add tests for what is still missing', content: 'wishes' };

/** A shop that grows: a mistake and its mend, an import that is refused, and wishes that are not met yet. */
export const demoChanges: readonly DemoChange[] = [
  { daysAgo: 84.2, by: 'ada', ...newsletter },
  { daysAgo: 71.4, by: 'bo', message: 'Add vouchers', content: 'vouchers' },
  { daysAgo: 58.3, by: 'bo', message: 'Round vouchers to the nearest cent', content: 'vouchers-rounded' },
  { daysAgo: 55.1, by: 'ada', message: 'Round vouchers down again', content: 'vouchers-mended' },
  { daysAgo: 49.3, by: 'bo', message: 'Tidy up folder names', content: REFUSED },
  { daysAgo: 40.2, by: 'ada', message: 'Remind customers of their carts', content: 'carts' },
  { daysAgo: 33.4, by: 'bo', message: 'Remind at most once a week', content: 'carts-weekly' },
  { daysAgo: 24.1, by: 'bo', message: 'Pause the test of reminders', content: 'carts-paused' },
  { daysAgo: 9.3, by: 'ada', ...wishes },
  { daysAgo: 0.4, by: 'bo', message: 'Thank new subscribers', content: 'newsletter-thanks' },
  { daysAgo: 11.2, by: 'chidi', ...newsletter },
  { daysAgo: 0.5, by: 'chidi', ...wishes },
];

/** Returns which version of Ada's functions is live so many days ago: each change is one. */
export function demoVersionAt(daysAgo: number): number | undefined {
  if (daysAgo > FIRST_DAYS_AGO) return undefined;
  const made = demoChanges.filter((change) => change.by !== 'chidi' && change.content !== REFUSED);
  return STARTER_VERSION + made.filter((change) => change.daysAgo >= daysAgo).length;
}
