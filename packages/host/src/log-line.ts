const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'ERROR',
  60: 'FATAL',
};
/** Known to whoever looks at the terminal, or of no use there. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'address', 'path']);

/** Anything else is quoted. */
const PLAIN = /^[\w./:@,*-]+$/;

/** A line of JSON as people read it: time, what happened, and the rest behind it. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: number;
    msg?: string;
    err?: { message?: string; stack?: string };
  };
  const clock = new Date(time).toTimeString().slice(0, 8);
  const rest = Object.entries(facts)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${PLAIN.test(String(value)) ? String(value) : JSON.stringify(value)}`);
  const word = LEVELS[level] ?? String(level);
  const first = withoutControls([clock, ...(word === '' ? [] : [word]), msg ?? '', ...rest].join(' '));
  const fault = err?.stack ?? err?.message;
  return `${first}\n${fault === undefined ? '' : `  ${fault.split('\n').map(withoutControls).join('\n  ')}\n`}`;
}

/** What a stranger has sent may be in a line, and must neither steer the terminal nor look like another line. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}
