import { expect, it } from 'vitest';
import { createHungTest } from './services-process.ts';

/** After how many looks without an answer it is ended; undefined if it is not. */
function looksUntilEnded(isHeard: (look: number) => boolean): number | undefined {
  const isHung = createHungTest();
  for (let look = 1; look <= 100; look++) if (isHung(false, isHeard(look))) return look;
  return undefined;
}

it('ends services that neither answer nor write their figures, and busy ones much later', () => {
  expect(looksUntilEnded(() => false)).toBe(6);
  expect(looksUntilEnded((look) => look % 2 === 0)).toBe(30);
  const isHung = createHungTest();
  for (let look = 1; look <= 100; look++) expect(isHung(look % 6 === 0, false)).toBe(false);
});
