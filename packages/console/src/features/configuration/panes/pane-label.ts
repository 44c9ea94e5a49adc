export interface PaneLabel {
  /** 'Local', 'Merged' … */
  readonly name: string;
  /** Service, version or commit, author, time. */
  readonly detail: string;
}
