import { Skeleton } from '../../ui/Skeleton.tsx';
import { OverviewLayout } from './OverviewLayout.tsx';
import { WIDGET_ROOM } from './widget-room.ts';

/** Skeleton of the overview, prerendered in the document for signed-in users. */
export function OverviewOutline() {
  return (
    <OverviewLayout
      tiles={<Skeleton lines={3} label="Loading the overview" />}
      aside={<div className={WIDGET_ROOM} />}
    />
  );
}
