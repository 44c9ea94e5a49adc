/** A field as text; empty for another kind of value. */
export const textOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;

/** Texts of a list, without other kinds of values. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Entries of a text area, one in a line; commas and spaces separate them too. */
export const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
