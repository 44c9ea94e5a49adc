export default function redeem({ sumCents, percent }) {
  if (!(percent > 0 && percent <= 100)) throw new Error('A voucher is worth 1 to 100 percent');
  return { sumCents: sumCents - Math.floor((sumCents * percent) / 100) };
}
