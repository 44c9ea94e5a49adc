// Fails on purpose: there are no gift cards in the demo yet.
export default async function sendsGiftCards({ call, expect }) {
  const { code } = await call('gifts/create-card', { cents: 2500 });
  expect(code).to.match(/^GIFT-/);
}
