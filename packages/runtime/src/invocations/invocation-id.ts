const NO_CHANCE = '-0000-0000-000000000000';

/** Returns the smallest id of a time: those of a UUID v7 begin with its milliseconds, of which none is before 1970. */
export function firstIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${NO_CHANCE}`;
}

export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}
