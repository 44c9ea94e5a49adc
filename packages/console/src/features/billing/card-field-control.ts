/** Interface between a form and the provider's card field. */
export interface CardFieldControl {
  /** Mounts the provider's field in the element. */
  mountIn: (element: HTMLElement | null) => void;
  isReady: boolean;
  /** Shown under the field. */
  error: string | undefined;
  /** Failed to load. */
  loadError: unknown;
  /** Loads it again. */
  retryLoad: () => void;
  isRetrying: boolean;
  /** Flags a card field that is not filled in; returns whether it is. Doesn't call the provider. */
  flagIncomplete(): boolean;
  /**
   * A token for the card, or undefined when there is an error to show or the field is gone; nothing may be saved then.
   * The same one until the card or its holder changes: so a repeated request is the same, and counts once.
   */
  createToken(cardHolderName: string): Promise<string | undefined>;
  /** Reports that saving the card failed. A token that got a response is used up: the next one is new. */
  saveFailed(error: unknown): void;
}
