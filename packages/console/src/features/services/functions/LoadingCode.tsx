import { Card } from '../../../ui/Card.tsx';
import { type PanelQuery, QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Holds the room of a `CodeCard` with a text of some lines, or says why there is none. */
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
