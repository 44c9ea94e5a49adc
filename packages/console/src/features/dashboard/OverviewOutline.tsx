import { Skeleton } from '../../ui/Skeleton.tsx';
import { OverviewLayout } from './OverviewLayout.tsx';
import { WIDGET_ROOM } from './widget-room.ts';

/** The overview before anything of it is known: in the document of the signed-in, long before the program has come. */
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
