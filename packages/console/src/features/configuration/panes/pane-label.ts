export interface PaneLabel {
  /** 'Local', 'Merged' … */
  readonly name: string;
  /** Version or commit, author, time. */
  readonly detail: string;
}
