/** Metrics of the services that ship with Atrium, in words. Other services choose their own names. */
export const METRIC_WORDS: ReadonlyMap<string, string> = new Map([
  ['invoke', 'calls of functions by programs and people'],
  ['call', 'calls of functions by other functions'],
  ['event', 'calls of functions by events'],
  ['public', 'calls of functions at their addresses'],
  ['schedule', 'calls of functions by schedules'],
  ['mail', 'mails that functions send'],
  ['queue', 'queued calls of functions'],
  ['query', 'reads of a collection'],
  ['write', 'changes of a collection'],
  ['fetch', 'requests of functions to other hosts, with the bytes both ways as data'],
  ['test', 'tests that are run, with everything they call'],
]);
