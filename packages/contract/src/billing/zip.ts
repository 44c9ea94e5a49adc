/** Countries without postal codes, or in which letters arrive without one (ISO 3166-1). */
const WITHOUT_ZIP: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LC LY ' +
    'ML MO MR MW NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TG TK TL TO TT TV TZ UG VU WS YE ZW'
  ).split(' '),
);

/** Whether an address in a country needs a ZIP code; also while no country is chosen. */
export const needsZip = (country: string | undefined): boolean => !WITHOUT_ZIP.has(country ?? '');
