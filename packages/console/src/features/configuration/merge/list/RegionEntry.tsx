import { Button } from '../../../../ui/Button.tsx';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { useIsNarrow } from '../../../../ui/use-is-narrow.ts';
import { type PaneRegion, textOfRange } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';
import { excerpt, optionsOf } from '../editor/region-options.ts';
import { choiceOf } from '../regions/region-result.ts';
import { kindWord, sideWords, stateWords } from '../regions/region-words.ts';
import { CodeExcerpt } from './CodeExcerpt.tsx';
import { MarkedText } from './MarkedText.tsx';

interface RegionEntryProps {
  controller: MergeController;
  region: PaneRegion;
  /** Long lines wrap. */
  isWrapped: boolean;
  onShow: () => void;
}

/** List entry of a region: its lines in both versions, and its choices. */
export function RegionEntry({ controller, region, isWrapped, onShow }: RegionEntryProps) {
  const isNarrow = useIsNarrow();
  const textOf = (side: 'local' | 'remote') => textOfRange(controller.panes.sides[side], region[side]);
  const texts = { local: excerpt(textOf('local')), remote: excerpt(textOf('remote')) };
  const { hasBase } = controller.panes.start;
  const title = `${kindWord(region)} ${controller.panes.numberOfRegion(region.id)}`;
  const { icon, text } = stateWords(region);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 tabIndex={-1} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm">
          <span aria-hidden>{icon}</span> {text}
        </p>
        <p className="text-sm text-ink-soft">
          Line {region.local.from + 1}: local {sideWords(region, 'local', hasBase)}, remote{' '}
          {sideWords(region, 'remote', hasBase)}
        </p>
        <Button size="small" variant="quiet" onClick={onShow} aria-label={`Show ${title} in the panes`}>
          Show
        </Button>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['local', 'remote'] as const).map((side) => (
          <CodeExcerpt
            key={side}
            label={side === 'local' ? 'Local' : 'Remote'}
            isWrapped={isWrapped || isNarrow}
          >
            <MarkedText text={texts[side]} other={texts[side === 'local' ? 'remote' : 'local']} />
          </CodeExcerpt>
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
