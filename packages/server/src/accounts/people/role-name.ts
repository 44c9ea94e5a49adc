const MAX_LENGTH = 40;

/** Returns the authority of a new role: its label in capitals, as far as it has Latin letters, and not yet taken. */
export function nameOfRole(label: string, taken: readonly string[]): string {
  const letters = label
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9\s_-]/g, '')
    .trim()
    .replaceAll(/[\s_-]+/g, '_')
    .slice(0, MAX_LENGTH);
  const base = `ROLE_${letters === '' ? 'OWN' : letters}`;
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base}_${number}`;
  return name;
}
