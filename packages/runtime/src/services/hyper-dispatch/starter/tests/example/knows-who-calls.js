export default async function knowsWhoCalls({ call, domain, expect, user }) {
  expect(await call('greet', {})).to.include({ user: user.id, domain: domain.id });
}
