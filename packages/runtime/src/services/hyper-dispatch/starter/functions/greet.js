export default function greet(input, { user, domain }) {
  return { greeting: `Hello ${input?.name ?? 'there'}!`, user: user.id, domain: domain.id };
}
