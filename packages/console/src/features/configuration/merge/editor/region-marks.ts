import { refineChange } from '@atrium/diff/line-diff';
import { RangeSetBuilder, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type Pane, type PaneRegion, type SideTexts, textOfRange } from '../../panes/pane-region.ts';
import { toneOf } from '../regions/region-words.ts';
import { extentOf, type PaneGeometry } from './pane-lines.ts';

/** Notifies a pane that regions changed without its text changing. */
export const regionsChanged = StateEffect.define<null>();

interface MarkSource {
  readonly geometry: (view: EditorView) => PaneGeometry;
  readonly sides: SideTexts;
  readonly hasBase: boolean;
  /** Regions that a filter takes out of sight are not marked. */
  readonly isShown: (region: PaneRegion) => boolean;
}

const word = Decoration.mark({ class: 'cm-changed-word' });

const lineMarks = new Map<string, Decoration>();

function lineMark(tone: string): Decoration {
  const known = lineMarks.get(tone) ?? Decoration.line({ class: `cm-region-line cm-tone-${tone}` });
  lineMarks.set(tone, known);
  return known;
}

/** Colors the lines of regions and the changed words in them; computed for the viewport only. */
export function regionMarks(source: MarkSource) {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      /** Compared text and its changed words, by region. */
      readonly words = new Map<number, { text: string; ranges: readonly (readonly [number, number])[] }>();

      constructor(view: EditorView) {
        this.decorations = this.build(view);
      }

      update(update: ViewUpdate) {
        const hasNewRegions = update.transactions.some((one) =>
          one.effects.some((effect) => effect.is(regionsChanged)),
        );
        if (update.docChanged || update.viewportChanged || hasNewRegions)
          this.decorations = this.build(update.view);
      }

      build(view: EditorView): DecorationSet {
        const geometry = source.geometry(view);
        const builder = new RangeSetBuilder<Decoration>();
        let next = 0;
        for (const visible of view.visibleRanges) {
          let index = Math.max(next, firstIndex(geometry, visible.from));
          for (; index < geometry.set.regions.length; index++) {
            const extent = extentOf(geometry, index);
            if (extent.from > visible.to) break;
            if (extent.to > extent.from) this.markRegion(builder, geometry, index, extent.from, extent.to);
          }
          next = index;
        }
        return builder.finish();
      }

      markRegion(
        builder: RangeSetBuilder<Decoration>,
        geometry: PaneGeometry,
        index: number,
        from: number,
        to: number,
      ) {
        const region = geometry.set.regions[index] as PaneRegion;
        if (!source.isShown(region)) return;
        const line = lineMark(toneInPane(geometry.pane, region));
        const words = this.wordsOf(geometry, region, from, to);
        let nextWord = 0;
        for (let at = from; at < to; ) {
          const { from: start, to: end } = geometry.doc.lineAt(at);
          builder.add(start, start, line);
          for (; nextWord < words.length; nextWord++) {
            const [wordFrom, wordTo] = words[nextWord] as readonly [number, number];
            if (from + wordFrom >= end) break;
            const first = Math.max(start, from + wordFrom);
            const last = Math.min(end, from + wordTo);
            if (last > first) builder.add(first, last, word);
            // A change over several lines is marked on each of them.
            if (from + wordTo > end) break;
          }
          at = end + 1;
        }
      }

      wordsOf(geometry: PaneGeometry, region: PaneRegion, from: number, to: number) {
        const text = geometry.doc.sliceString(from, to);
        const known = this.words.get(region.id);
        if (known?.text === text) return known.ranges;
        const other = comparedText(geometry.pane, region, source.sides, source.hasBase);
        const ranges =
          other === ''
            ? []
            : refineChange(other, text)
                .filter(({ fromB, toB }) => toB > fromB)
                .map(({ fromB, toB }) => [fromB, toB] as const);
        this.words.set(region.id, { text, ranges });
        return ranges;
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function firstIndex(geometry: PaneGeometry, offset: number): number {
  let low = 0;
  let high = geometry.set.regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (extentOf(geometry, middle).to < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A side that did not change a region shows it without a colour of its own. */
function toneInPane(pane: Pane, region: PaneRegion): string {
  if (pane === 'merged') return toneOf(region);
  const isOfOtherSide =
    (pane === 'local' && region.kind === 'remote') || (pane === 'remote' && region.kind === 'local');
  return isOfOtherSide || region.kind === 'hand' ? 'base' : pane;
}

/** Each side is compared with the base; without one, with the other side. */
function comparedText(pane: Pane, region: PaneRegion, sides: SideTexts, hasBase: boolean): string {
  if (!hasBase)
    return textOfRange(
      pane === 'local' ? sides.remote : sides.local,
      region[pane === 'local' ? 'remote' : 'local'],
    );
  return pane === 'base' ? '' : textOfRange(sides.base, region.base);
}
