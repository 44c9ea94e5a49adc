import { CronExpressionParser } from 'cron-parser';

/** The first time of a cron expression after a moment; undefined if there never is one. Throws for an invalid expression. */
export function nextTick(
  { cron, timeZone }: { cron: string; timeZone: string },
  after: Date,
): Date | undefined {
  if (!/^[\d*,/ A-Za-z#?-]+$/.test(cron) || /H/.test(cron))
    throw new Error('contains characters that have no meaning here');
  const expression = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after });
  return expression.hasNext() ? expression.next().toDate() : undefined;
}
