import type { Extension } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import type { Pane, PaneRegion } from '../../panes/pane-region.ts';
import { replacedByPick } from '../regions/line-picks.ts';

class LineButton extends GutterMarker {
  readonly line: number;
  readonly pane: Pane;
  readonly replaced: string | undefined;

  constructor(line: number, pane: Pane, replaced: string | undefined) {
    super();
    this.line = line;
    this.pane = pane;
    this.replaced = replaced;
  }

  override eq(other: LineButton): boolean {
    return other.line === this.line && other.replaced === this.replaced;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.pane === 'local' ? '▸' : '◂';
    const does = this.replaced ? `Replace the ${this.replaced} with` : 'Include or exclude';
    button.title = `${does} line ${this.line + 1}`;
    button.setAttribute('aria-label', button.title);
    button.dataset.line = String(this.line);
    button.dataset.side = this.pane;
    // Not in the tab order, which would have thousands of stops; a key does the same for the cursor's line.
    button.tabIndex = -1;
    return button;
  }
}

/** A small button next to each line of a region, to include that line alone. */
export function lineButtons(regionOf: (line: number) => PaneRegion | undefined, pane: Pane): Extension {
  return gutter({
    class: 'cm-take-line',
    lineMarker(view, block) {
      const line = view.state.doc.lineAt(block.from).number - 1;
      const region = regionOf(line);
      return region ? new LineButton(line, pane, replacedByPick(region)) : null;
    },
    lineMarkerChange: () => true,
  });
}
