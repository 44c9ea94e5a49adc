import {
  CreateIdentityProvider,
  type IdentityProvider,
  type RoleRule,
} from '@atrium/contract/accounts/identity-provider';
import { z } from 'zod';

const { name, issuer, clientId, clientSecret } = CreateIdentityProvider.shape;

/** Roles are typed one field each: the values of the claim that give them, with commas between them. */
export const AddForm = z.object({
  name,
  issuer,
  clientId,
  clientSecret,
  rolesClaim: z.string().trim(),
  roles: z.record(z.string(), z.string()),
});
export const EditForm = AddForm.extend({ issuer: z.string(), clientSecret: z.string().trim() });
type ProviderForm = z.input<typeof EditForm>;

export function toForm(provider: IdentityProvider | undefined, roleNames: readonly string[]): ProviderForm {
  const textOf = (role: string) =>
    provider?.roleRules.find((rule) => rule.role === role)?.values.join(', ') ?? '';
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    rolesClaim: provider?.rolesClaim ?? '',
    roles: Object.fromEntries(roleNames.map((role) => [role, textOf(role)])),
  };
}

/** Rules of roles without a field, because they are no longer listed, stay as they are. */
export function toRules(roles: Record<string, string>, before: readonly RoleRule[] = []): RoleRule[] {
  const typed = Object.entries(roles)
    .map(([role, text]) => ({ role, values: text.split(',').map((value) => value.trim()) }))
    .map(({ role, values }) => ({ role, values: [...new Set(values.filter((value) => value !== ''))] }))
    .filter(({ values }) => values.length > 0);
  return [...typed, ...before.filter(({ role }) => !Object.hasOwn(roles, role))];
}
