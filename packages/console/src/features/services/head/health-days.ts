import { HEALTH_DAYS, type HealthDay } from '@atrium/contract/services/health-days';

const DAY_MS = 86_400_000;

/** Health of one day; no counts if no check ran. */
export interface ShownDay {
  day: string;
  counts: HealthDay | undefined;
}

/** Returns the last 90 days in UTC up to today, with their checks. */
export function toShownDays(known: readonly HealthDay[], now: Date): ShownDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]));
  return Array.from({ length: HEALTH_DAYS }, (_, index) => {
    const day = new Date(now.getTime() - (HEALTH_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, counts: byDay.get(day) };
  });
}

export type DayState = 'none' | 'up' | 'disturbed' | 'down';

/** A restart does not make a day look like one on which nothing worked. */
const MUCH = 0.05;

export function stateOf({ counts }: ShownDay): DayState {
  if (!counts) return 'none';
  if (counts.down > MUCH * counts.checks) return 'down';
  return counts.down + counts.degraded > 0 ? 'disturbed' : 'up';
}

/** Summary of the strip for screen readers, in a sentence. */
export function describeDays(days: readonly ShownDay[]): string {
  const count = (state: DayState) => days.filter((day) => stateOf(day) === state).length;
  const parts = [
    [count('up'), 'up all day'],
    [count('disturbed'), 'with disturbances'],
    [count('down'), 'down in more than 5 % of checks'],
    [count('none'), 'without data'],
  ] as const;
  return parts
    .filter(([many]) => many > 0)
    .map(([many, text]) => `${many} ${many === 1 ? 'day' : 'days'} ${text}`)
    .join(', ');
}

/** Share of the checks that found it up or degraded; undefined without any. */
export function shareUp(days: readonly HealthDay[]): number | undefined {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  return checks === 0 ? undefined : 1 - days.reduce((sum, day) => sum + day.down, 0) / checks;
}
