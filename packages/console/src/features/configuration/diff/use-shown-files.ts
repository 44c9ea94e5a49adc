import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { useMemo, useState } from 'react';
import { useSearchFilter } from '../pull/SearchField.tsx';
import { type Chip, chipFilter } from './diff-filter.ts';
import type { ServiceToSubmit } from './service-submit.ts';

/** What someone was led to: files that had to be decided then, and stay in sight once they are. */
interface Led {
  /** The first service that has one. */
  readonly serviceId: string | undefined;
  readonly paths: ReadonlySet<string>;
  /** How often someone was led. */
  readonly times: number;
}

/** What is shown of all services: the search, the chips, unchanged files or not. */
export function useShownFiles() {
  const search = useSearchFilter();
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [chips, setChips] = useState<ReadonlySet<Chip>>(new Set());
  const [led, setLed] = useState<Led>({ serviceId: undefined, paths: new Set(), times: 0 });
  const hasChips = useMemo(() => chipFilter(chips, led.paths), [chips, led.paths]);
  return {
    search,
    isUnchangedShown,
    setUnchangedShown,
    chips,
    setChips,
    hasChips,
    isNarrowed: search.isNarrowed || chips.size > 0,
    /** Shows everything again. */
    clear() {
      search.setText('');
      setChips(new Set());
    },
    led,
    /** Shows what has to be decided, and nothing else. */
    leadTo(services: readonly ServiceToSubmit[]) {
      const first = services.find(({ outcome }) => outcome.open.length > 0);
      const open = services.flatMap(({ outcome }) => outcome.open);
      search.setText('');
      setLed({
        serviceId: first?.diff.service.serviceId,
        paths: new Set(open.map(filePathOf)),
        times: led.times + 1,
      });
      setChips(new Set(['OPEN']));
    },
  };
}

export type ShownFiles = ReturnType<typeof useShownFiles>;
