const STEPS: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** `12 minutes ago`; `just now` in the first minute, and for clocks that differ a little. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(moment)) / 1000;
  const step = STEPS.find(([length]) => seconds >= length);
  return step === undefined ? 'just now' : format.format(-Math.floor(seconds / step[0]), step[1]);
}
