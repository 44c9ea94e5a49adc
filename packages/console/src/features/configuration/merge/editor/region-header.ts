import { WidgetType } from '@codemirror/view';
import type { Pane, PaneRegion } from '../../panes/pane-region.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import { kindWord, sideWords, stateWords, toneOf } from '../regions/region-words.ts';

/** Every pane has a header of the same height for a region, so that the lines below stay aligned. */
export const HEADER_HEIGHT_PX = 30;
/** Height in a narrow pane: two lines of text with the buttons below. */
export const TALL_HEADER_HEIGHT_PX = 66;

export interface HeaderParts {
  readonly pane: Pane;
  readonly region: PaneRegion;
  /** `2 of 7`: among the conflicts, or among all regions. */
  readonly number: string;
  readonly hasBase: boolean;
  readonly isReadOnly: boolean;
  readonly isCurrent: boolean;
  readonly isTall: boolean;
}

/** Row above a region, with its description and actions. Clicks are read from the data attributes. */
export class RegionHeader extends WidgetType {
  readonly parts: HeaderParts;

  constructor(parts: HeaderParts) {
    super();
    this.parts = parts;
  }

  override eq({ parts }: RegionHeader): boolean {
    return (
      parts.region === this.parts.region &&
      parts.pane === this.parts.pane &&
      parts.number === this.parts.number &&
      parts.isCurrent === this.parts.isCurrent &&
      parts.isTall === this.parts.isTall
    );
  }

  override get estimatedHeight(): number {
    return this.parts.isTall ? TALL_HEADER_HEIGHT_PX : HEADER_HEIGHT_PX;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const { region, isCurrent, isTall } = this.parts;
    const head = document.createElement('div');
    head.className = `cm-region-head cm-tone-${toneOf(region)}${isCurrent ? ' cm-region-current' : ''}${isTall ? ' cm-tall' : ''}`;
    head.dataset.region = String(region.id);
    head.append(this.title(), ...this.buttons());
    return head;
  }

  private title(): HTMLElement {
    const { pane, region, number, hasBase } = this.parts;
    const title = document.createElement('span');
    title.className = 'cm-region-title';
    if (pane === 'local' || pane === 'remote') {
      title.textContent = sideWords(region, pane, hasBase);
    } else if (pane === 'base') {
      title.textContent = 'before';
    } else {
      const { icon, text } = stateWords(region);
      const sign = document.createElement('span');
      sign.setAttribute('aria-hidden', 'true');
      sign.textContent = `${icon} `;
      title.append(sign, `${text} · ${kindWord(region)} ${number}`);
    }
    return title;
  }

  private buttons(): HTMLElement[] {
    const { pane, region, number, isReadOnly } = this.parts;
    if (pane === 'base' || (isReadOnly && pane !== 'merged')) return [];
    const name = `${kindWord(region)} ${number}`;
    if (pane === 'local') return [button('Keep Local ▸', 'local', `Keep Local: ${name}`)];
    if (pane === 'remote') return [button('◂ Apply Remote', 'remote', `Apply Remote: ${name}`)];
    const what = isReadOnly ? 'More about' : 'More choices for';
    const more = button('More ▾', 'more', `${what} ${name}`);
    more.setAttribute('aria-haspopup', 'menu');
    return [more];
  }
}

function button(text: string, choice: RegionChoice | 'more', label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.dataset.choice = choice;
  return made;
}
