import type { Operation } from '@atrium/contract/configuration/progress';
import { workNames } from '../../../layout/work-words.ts';
import { formatDateTime } from '../../../lib/format-date.ts';

/** Returns a unique name of an operation: `Pull, https://git.example.com/shop.git, 11/27/2026 19:30:04`. */
export function operationName({ kind, about, startedOn }: Operation): string {
  return [workNames[kind], about, formatDateTime(startedOn)].filter(Boolean).join(', ');
}
