import type { Permission } from '../permissions.ts';

interface BuiltInRole {
  name: string;
  label: string;
  description: string;
  permissions: readonly Permission[];
}

/** The roles that every domain has. They cannot be changed; what each allows is what its description promises. */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  {
    name: 'ROLE_DEV',
    label: 'Developer',
    description: 'Developer: writes functions and tests.',
    permissions: [
      'configuration.read',
      'configuration.write',
      'configuration.exchange',
      'functions.invoke',
      'content.read',
      'content.write',
      'tests.read',
      'tests.run',
    ],
  },
  {
    name: 'ROLE_USER',
    label: 'User',
    description: 'User: calls the functions of the domain.',
    permissions: ['functions.invoke'],
  },
];
