const NAMES = new Map([
  ['COUNTER', 'Calls'],
  ['TIMER', 'Time'],
  ['MEMORY', 'Data'],
]);

/** Label of a measure; a measure added by a later release keeps its code. */
export const nameOfMeasure = (measure: string): string => NAMES.get(measure) ?? measure;
