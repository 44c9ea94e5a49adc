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
   * Returns a token for the card, or undefined if an error is shown or the field is unmounted; save nothing then. The
   * token stays the same until the card or its holder changes, so that a repeated request counts once.
   */
  createToken(cardHolderName: string): Promise<string | undefined>;
  /** Reports that saving the card failed. A token that got a response is used up: the next one is new. */
  saveFailed(error: unknown): void;
}
