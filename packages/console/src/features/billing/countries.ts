import english from 'i18n-iso-countries/langs/en.json';

const names = new Map(
  Object.entries(english.countries as Record<string, string | string[]>).map(([code, name]) => [
    code,
    typeof name === 'string' ? name : (name[0] ?? code),
  ]),
);

/** All countries (ISO 3166-1), by name. */
export const countryOptions = [...names]
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Name of a country by its code; the code where it is unknown. */
export function countryName(code: string): string {
  return names.get(code) ?? code;
}
