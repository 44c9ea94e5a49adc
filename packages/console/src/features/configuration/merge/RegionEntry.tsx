import { Button } from '../../../ui/Button.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import type { MergeController } from './merge-controller.ts';
import { type PaneRegion, textOfRange } from './pane-region.ts';
import { choiceOf, excerpt, optionsOf } from './region-options.ts';
import { kindWord, sideWords, stateWords } from './region-words.ts';

/** One region: its lines in both versions and the choices for it. */
export function RegionEntry({
  controller,
  region,
  onShow,
}: {
  controller: MergeController;
  region: PaneRegion;
  onShow: () => void;
}) {
  const { hasBase } = controller.panes.start;
  const title = `${kindWord(region)} ${controller.panes.numberOfRegion(region.id)}`;
  const { icon, text } = stateWords(region);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm">
          <span aria-hidden>{icon}</span> {text}
        </p>
        <p className="text-sm text-ink-soft">
          Line {region.local.from + 1}: local {sideWords(region, 'local', hasBase)}, remote{' '}
          {sideWords(region, 'remote', hasBase)}
        </p>
        <Button size="small" look="quiet" onClick={onShow} aria-label={`Show ${title} in the panes`}>
          Show
        </Button>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['local', 'remote'] as const).map((side) => (
          <pre
            key={side}
            aria-label={side === 'local' ? 'Local' : 'Remote'}
            className="max-h-40 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-xs"
          >
            {excerpt(textOfRange(controller.panes.sides[side], region[side]))}
          </pre>
        ))}
      </div>
      {!controller.panes.isReadOnly && (
        <RadioGroup
          legend={`Choice for ${title}`}
          isLegendHidden
          isInline
          options={optionsOf(controller, region)}
          value={choiceOf(region)}
          onChange={(choice) => controller.choose(region.id, choice)}
        />
      )}
    </div>
  );
}
