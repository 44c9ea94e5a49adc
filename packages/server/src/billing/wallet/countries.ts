// Its other entry reads the names in all languages.
import library from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

library.registerLocale(english);

/** Whether a two-letter code is one of ISO 3166-1. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && library.isValid(code);
}

/** English name of a country; the code where there is none. */
export function countryName(code: string): string {
  return library.getName(code, 'en') ?? code;
}
