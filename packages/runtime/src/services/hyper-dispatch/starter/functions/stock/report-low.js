// Called by rules/low-stock, never directly: its input is what stock/take emitted.
export default async function reportLow({ product, stock }, { call, content }) {
  const { name } = await content.get('products', product);
  return call('mails/send', {
    to: 'purchasing@shop.example',
    subject: `${name} is running low`,
    text: `Only ${stock} of ${name} are left in stock.`,
  });
}
