// What an order costs. Products and prices are entries of the collection "products"; lib/money.js is shared code.
// Try: change the tax, run the tests, and see which of tests/prices say so.
import { percentOf } from '../../lib/money.js';

const TAX_PERCENT = 19;

export default async function quote({ lines }, { call, content }) {
  if (!Array.isArray(lines) || lines.length === 0) throw new Error('An order needs at least one line');
  const priced = [];
  for (const { product: id, quantity } of lines) {
    if (!Number.isInteger(quantity) || quantity < 1) throw new Error(`The quantity of ${id} must be 1 or more`);
    const product = await content.get('products', id);
    priced.push({ product: id, name: product.name, quantity, amountCents: product.priceCents * quantity });
  }
  const sumCents = priced.reduce((sum, line) => sum + line.amountCents, 0);
  const { shippingCents } = await call('prices/shipping', { sumCents });
  const totalCents = sumCents + shippingCents;
  return { lines: priced, sumCents, shippingCents, totalCents, taxCents: percentOf(totalCents, TAX_PERCENT) };
}
