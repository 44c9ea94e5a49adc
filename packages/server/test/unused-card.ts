/** A card of the test provider that no one had before: it is charged without a question, and ends in 4242. */
export function unusedCard(): { number: string; expMonth: number; expYear: number; cvc: string } {
  const middle = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  const number =
    '0123456789'
      .split('')
      .map((digit) => `4242${middle}${digit}4242`)
      .find(hasCheckDigit) ?? '';
  return { number, expMonth: 12, expYear: 2030, cvc: '123' };
}

function hasCheckDigit(number: string): boolean {
  const digits = number
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  return digits.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}
