import { WidgetType } from '@codemirror/view';

/** Empty space that aligns what follows with its counterparts in the other panes. */
export class Spacer extends WidgetType {
  readonly height: number;

  constructor(height: number) {
    super();
    this.height = height;
  }

  override eq(other: Spacer): boolean {
    return other.height === this.height;
  }

  override get estimatedHeight(): number {
    return this.height;
  }

  override toDOM(): HTMLElement {
    const space = document.createElement('div');
    space.className = 'cm-region-spacer';
    space.style.height = `${this.height}px`;
    space.setAttribute('aria-hidden', 'true');
    return space;
  }
}
