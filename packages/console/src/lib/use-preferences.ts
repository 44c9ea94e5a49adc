import { useState } from 'react';

/** User preferences stored on this device; without storage they last as long as the page. */
export function usePreferences<Preferences extends object>(key: string, standard: Preferences) {
  const [preferences, setPreferences] = useState(() => readPreferences(key, standard));
  const change = (part: Partial<Preferences>) => {
    const next = { ...preferences, ...part };
    setPreferences(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The storage is full, or there is none.
    }
  };
  return { preferences, change };
}

function readPreferences<Preferences extends object>(key: string, standard: Preferences): Preferences {
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>) };
  } catch {
    return standard;
  }
}
