const NAMES = new Map([
  ['COUNTER', 'Calls'],
  ['TIMER', 'Time'],
  ['MEMORY', 'Data'],
]);

/** What a measure is called on screen; one that a later release adds keeps its code. */
export const nameOfMeasure = (measure: string): string => NAMES.get(measure) ?? measure;
