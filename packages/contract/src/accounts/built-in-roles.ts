import type { Permission } from '../permissions.ts';

interface BuiltInRole {
  name: string;
  label: string;
  description: string;
  permissions: readonly Permission[];
}

/** Roles of every domain. They cannot be changed; each allows exactly the permissions of its description. */
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
