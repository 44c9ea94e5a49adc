/** Returns the amount that an invoice uses of each credit: in their order, until it is covered. */
export function takeCredits(
  credits: { id: string; remainingCents: number }[],
  grandTotalCents: number,
): { creditId: string; cents: number }[] {
  let open = grandTotalCents;
  const taken: { creditId: string; cents: number }[] = [];
  for (const { id, remainingCents } of credits) {
    const cents = Math.min(open, remainingCents);
    if (cents > 0) taken.push({ creditId: id, cents });
    open -= cents;
  }
  return taken;
}
