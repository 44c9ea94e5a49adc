import { Card } from '../../../ui/Card.tsx';
import { type PanelQuery, QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Reserves the space of a `CodeCard` with a few lines, or shows why the code is missing. */
export function LoadingCode({ source }: { source: PanelQuery<unknown> }) {
  return (
    <Card title="Code">
      <QueryPanel
        query={source}
        skeleton={<Skeleton lines={8} className="h-[24.25rem]" label="Loading the code" />}
      >
        {() => null}
      </QueryPanel>
    </Card>
  );
}
