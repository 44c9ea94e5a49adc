import type { Extension } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import type { Pane } from './pane-region.ts';

class LineButton extends GutterMarker {
  readonly line: number;
  readonly pane: Pane;

  constructor(line: number, pane: Pane) {
    super();
    this.line = line;
    this.pane = pane;
  }

  override eq(other: LineButton): boolean {
    return other.line === this.line;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.pane === 'local' ? '▸' : '◂';
    button.title = `Include or exclude line ${this.line + 1}`;
    button.setAttribute('aria-label', button.title);
    button.dataset.line = String(this.line);
    button.dataset.side = this.pane;
    // Thousands of stops for Tab would help no one; the list view offers the same by keyboard.
    button.tabIndex = -1;
    return button;
  }
}

/** A small button next to each line of a region, to include that line alone. */
export function lineButtons(isOffered: (line: number) => boolean, pane: Pane): Extension {
  return gutter({
    class: 'cm-take-line',
    lineMarker(view, block) {
      const line = view.state.doc.lineAt(block.from).number - 1;
      return isOffered(line) ? new LineButton(line, pane) : null;
    },
    lineMarkerChange: () => true,
  });
}
