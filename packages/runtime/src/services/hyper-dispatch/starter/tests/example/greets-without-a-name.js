export default async function greetsWithoutAName({ call, expect }) {
  expect(await call('greet')).to.include({ greeting: 'Hello there!' });
}
