import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { type PaneRegion, textOfRange } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';
import { kindWord } from '../regions/region-words.ts';
import { CodeExcerpt } from './CodeExcerpt.tsx';
import { MarkedText } from './MarkedText.tsx';

const otherOf = { local: 'remote', remote: 'local' } as const;

interface MergePeekProps {
  controller: MergeController;
  region: PaneRegion;
  /** Long lines wrap. */
  isWrapped: boolean;
  onClose: () => void;
}

/** The base of a region, and local and remote with their differences marked, without leaving the place. */
export function MergePeek({ controller, region, isWrapped, onClose }: MergePeekProps) {
  const { hasBase } = controller.panes.start;
  const sides = hasBase ? (['base', 'local', 'remote'] as const) : (['local', 'remote'] as const);
  const names = { base: 'Before both changes (base)', local: 'Local', remote: 'Remote' };
  const peek = useRef<HTMLElement>(null);
  // In a low window the peek opens below the viewport.
  useEffect(() => {
    peek.current?.scrollIntoView({ block: 'nearest' });
  }, [region.id]);
  return (
    <aside
      ref={peek}
      aria-label="Base, local and remote"
      className="max-h-72 shrink-0 overflow-y-auto border-t border-line-strong bg-raised px-4 py-2"
    >
      <div className="flex items-center justify-between">
        <h3 className="text-sm font-semibold">
          {kindWord(region)} {controller.panes.numberOfRegion(region.id)}
        </h3>
        <Button size="small" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className="grid gap-3 pb-1 sm:grid-flow-col sm:auto-cols-fr">
        {sides.map((side) => (
          <figure key={side} className="min-w-0">
            <figcaption className="text-xs text-ink-soft">{names[side]}</figcaption>
            <CodeExcerpt isWrapped={isWrapped}>
              <MarkedText
                text={textOfRange(controller.panes.sides[side], region[side])}
                other={
                  side === 'base'
                    ? null
                    : textOfRange(controller.panes.sides[otherOf[side]], region[otherOf[side]])
                }
              />
            </CodeExcerpt>
          </figure>
        ))}
      </div>
    </aside>
  );
}
