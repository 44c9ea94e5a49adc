/** Shown if the provider's script could not be loaded. */
export const NOT_LOADED = 'The card form could not be loaded. Check your connection and try again.';

/** State that the field reports: an error to show below it, or that it is complete. */
export interface CardFieldState {
  error: string | undefined;
  isComplete: boolean;
}

/** A provider's own card field. The card number stays inside it. */
export interface CardField {
  mount(element: HTMLElement, onChange: (state: CardFieldState) => void): void;
  /** Returns a token for the entered card. Throws an Error with the provider's own text. */
  createToken(cardHolderName: string): Promise<string>;
  unmount(): void;
}

export interface CardProvider {
  createField(): CardField;
  /** Requests confirmation of a payment from the card holder. Throws an Error with the provider's own text. */
  authenticate(clientSecret: string): Promise<void>;
}
