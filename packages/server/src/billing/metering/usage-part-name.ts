/** The table with the measurements of a month: `2026-11` → `usage_events_202611`. */
export function partOf(month: string): string {
  return `usage_events_${month.replace('-', '')}`;
}
