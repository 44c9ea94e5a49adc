import { CronExpressionParser } from 'cron-parser';

/** Times at which work starts by itself: the five fields of a cron expression, in a time zone. */
export interface Timing {
  cron: string;
  timeZone: string;
}

/** For a tick that was missed. */
export const NOT_RUNNING = 'Atrium did not run at this time.';
export const MADE_UP_FOR = `Made up for: ${NOT_RUNNING}`;

const NEVER = new Date('9999-12-31');

/** The first time after a moment; undefined if there never is one. Throws for an invalid expression. */
export function nextTick({ cron, timeZone }: Timing, after: Date): Date | undefined {
  if (!/^[\d*,/ A-Za-z#?-]+$/.test(cron) || /H/.test(cron))
    throw new Error('contains characters that have no meaning here');
  const expression = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after });
  return expression.hasNext() ? expression.next().toDate() : undefined;
}

interface TakenTick {
  /** The last one that has come: one run stands for it and all before. */
  on: Date;
  /** Ticks before it, the newest first, at most as many as are kept. */
  missed: Date[];
  /** Time to store: the tick belongs to the process that stores it in the transaction of the run, in place of the time that it found. */
  next: Date;
}

/** Ticks of a schedule whose stored time has passed. A time zone that is no longer known has no next. */
export function takeTick(timing: Timing, stored: Date, now: Date, kept: number): TakenTick {
  try {
    const next = nextTick(timing, now) ?? NEVER;
    const [on = stored, ...missed] = listTicks(timing, stored, now, kept);
    return { on, missed, next };
  } catch {
    return { on: stored, missed: [], next: NEVER };
  }
}

/** Ticks between two moments, both included, the newest first. */
function listTicks({ cron, timeZone }: Timing, from: Date, to: Date, most: number): Date[] {
  const currentDate = new Date(to.getTime() + 1);
  const expression = CronExpressionParser.parse(cron, { tz: timeZone, currentDate });
  const ticks: Date[] = [];
  while (ticks.length < most && expression.hasPrev()) {
    const tick = expression.prev().toDate();
    if (tick < from) break;
    ticks.push(tick);
  }
  return ticks;
}
