import { Skeleton } from '../../ui/Skeleton.tsx';
import { OverviewLayout } from './OverviewLayout.tsx';
import { WIDGET_ROOM } from './widget-room.ts';

/** Skeleton of the overview, prerendered in the document for signed-in users. */
export function OverviewOutline() {
  return (
    <OverviewLayout
      top={<Skeleton lines={3} label="Loading the overview" />}
      account={<div className={WIDGET_ROOM} />}
    >
      {null}
    </OverviewLayout>
  );
}
