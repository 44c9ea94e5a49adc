import { expect, it } from 'vitest';
import { axisLabelOf, dateOfDay, lengthOf, listMonths, monthBefore } from './months.ts';

it('lists months over the end of a year', () => {
  expect(listMonths('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(listMonths('2026-02', '2026-02')).toEqual(['2026-02']);
  expect(monthBefore('2026-01')).toBe('2025-12');
});

it('knows days', () => {
  expect(['2026-02', '2024-02', '2026-12'].map(lengthOf)).toEqual([28, 29, 31]);
  expect(dateOfDay('2026-11', 3)).toBe('11/03/2026');
  expect(axisLabelOf('2026-11', 3)).toBe('11/03');
});
