import { readFileSync } from 'node:fs';

/** Numbers of the processors that this process may use; none where the system does not say so. */
export function ownProcessors(processId: number | 'self' = 'self'): number[] {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return numbersOf(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '');
  } catch {
    return [];
  }
}

/** `0-2,5` is 0, 1, 2 and 5. */
export function numbersOf(list: string): number[] {
  if (list === '') return [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** The later half. A single one is shared by all. */
export function halfOf(processors: readonly number[]): number[] {
  return processors.slice(Math.floor(processors.length / 2));
}
