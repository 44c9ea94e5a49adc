export default async function refusesOddAddresses({ call, expect }) {
  const refusal = await call('newsletter/subscribe', { email: 'ada' }).catch((error) => error);
  expect(refusal.message).to.equal('Not an e-mail address');
}
