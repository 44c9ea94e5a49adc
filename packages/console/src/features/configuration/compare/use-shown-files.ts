import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useState } from 'react';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { placesOf } from '../files/file-places.ts';
import { useSearchFilter } from '../files/SearchField.tsx';
import type { ServiceToSubmit } from '../submit/service-submit.ts';
import type { Chip } from './diff-filter.ts';

/** Last jump to undecided files. They remain in the list once decided. */
interface Led {
  /** Paths by service, because two services may have a file at the same path. */
  readonly open: ReadonlyMap<string, ReadonlySet<string>>;
  /** Number of jumps. */
  readonly times: number;
}

/** Filter state of all services: search, chips, unchanged files. */
export function useShownFiles(diffs: readonly ServiceDiff[]) {
  const search = useSearchFilter(() => diffs.flatMap(({ files }) => files.flatMap(placesOf)));
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [chips, setChips] = useState<ReadonlySet<Chip>>(new Set());
  const [led, setLed] = useState<Led>({ open: new Map(), times: 0 });
  return {
    search,
    isUnchangedShown,
    setUnchangedShown,
    chips,
    setChips,
    isNarrowed: search.isNarrowed || chips.size > 0,
    /** Clears all filters. */
    clear() {
      search.setText('');
      setChips(new Set());
    },
    led,
    openCount: [...led.open.values()].reduce((sum, { size }) => sum + size, 0),
    /** Shows only the undecided files. */
    leadTo(services: readonly ServiceToSubmit[]) {
      const open = services.map(
        ({ diff, outcome }) => [diff.service.serviceId, new Set(outcome.open.map(filePathOf))] as const,
      );
      search.setText('');
      setLed({ open: new Map(open), times: led.times + 1 });
      setChips(new Set(['OPEN']));
    },
  };
}

export type ShownFiles = ReturnType<typeof useShownFiles>;
