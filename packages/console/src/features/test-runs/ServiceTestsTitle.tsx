import type { ServiceTests } from '@atrium/contract/test-runs/test-run';
import { formatQuantity } from '../../lib/format.ts';
import { Spinner } from '../../ui/Spinner.tsx';

interface ServiceTestsTitleProps {
  name: string;
  group: ServiceTests;
  /** How many of its tests were searched for. */
  shownCount: number;
  isBusy: boolean;
}

/** Names a service, how many of its tests are shown, and the version that they run against. */
export function ServiceTestsTitle({ name, group, shownCount, isBusy }: ServiceTestsTitleProps) {
  const { tests, version } = group;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {name}
      {isBusy && <Spinner size={16} label="Running" />}
      <span className="text-sm font-normal text-ink-soft">
        {shownCount !== tests.length && `${shownCount.toLocaleString('en')} of `}
        {formatQuantity(tests.length, 'test')}
        {version !== null && `, configuration version ${version}`}
      </span>
    </span>
  );
}
