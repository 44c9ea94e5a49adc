import { Button } from '../../../ui/Button.tsx';
import type { MergeController } from './merge-controller.ts';
import { type PaneRegion, textOfRange } from './pane-region.ts';
import { kindWord } from './region-words.ts';

interface MergePeekProps {
  controller: MergeController;
  region: PaneRegion;
  onClose: () => void;
}

/** What a region was before, and what each side made of it, without leaving the place. */
export function MergePeek({ controller, region, onClose }: MergePeekProps) {
  const { hasBase } = controller.start;
  const sides = hasBase ? (['base', 'local', 'remote'] as const) : (['local', 'remote'] as const);
  const names = { base: 'Was (base)', local: 'Local', remote: 'Remote' };
  return (
    <aside aria-label="Before and both sides" className="border-t border-line-strong bg-raised px-4 py-2">
      <div className="flex items-center justify-between">
        <h3 className="text-sm font-semibold">
          {kindWord(region)} {controller.numberOfRegion(region.id)}
        </h3>
        <Button size="small" look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className="grid gap-3 pb-1 sm:grid-flow-col sm:auto-cols-fr">
        {sides.map((side) => (
          <figure key={side} className="min-w-0">
            <figcaption className="text-xs text-ink-soft">{names[side]}</figcaption>
            <pre className="max-h-40 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-xs">
              {textOfRange(controller.sides[side], region[side]) || '(nothing)'}
            </pre>
          </figure>
        ))}
      </div>
    </aside>
  );
}
