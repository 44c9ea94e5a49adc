/** Description of an article card (specification, section 9). */
export const CARD_TEXT_LENGTH = 150;

/** Cuts text at the last word that ends within the limit, and adds an ellipsis; a single long word is cut. */
export function truncateText(text: string, maxLength = CARD_TEXT_LENGTH): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxLength) return trimmed;
  const head = trimmed.slice(0, maxLength);
  const endsOnWord = /\s/.test(trimmed.charAt(maxLength));
  const boundary = endsOnWord ? maxLength : head.search(/\s\S*$/);
  const cut = boundary > 0 ? head.slice(0, boundary) : head;
  return `${cut.replace(/[\s.,;:!?-]+$/u, '')}…`;
}
