const FAILURE = { id: 'content/tests/none' };
const TIMING = {
  digest: 'AT_ONCE',
  digestAt: '08:00',
  hasQuietHours: false,
  quietFrom: '22:00',
  quietUntil: '07:00',
  timeZone: 'UTC',
};
const PROVIDER = { name: 'Matrix', clientId: 'atrium', clientSecret: 'secret' };

/**
 * What calls take that look at their body or query before they ask who calls, or whose thing it is: with it they are
 * refused for that, and for nothing else.
 */
export const validInputs: Readonly<Record<string, object>> = {
  'PATCH /auth/v1/user/factors/{id}': { name: 'Phone' },
  'POST /auth/v1/user/factors/authenticator/{id}/confirm': { name: 'Phone', code: '123456' },
  'POST /auth/v1/user/factors/passkey': { challenge: 'c', name: 'Phone', response: { id: 'p' } },
  'POST /auth/v1/user/close': { username: 'matrix' },
  'POST /auth/v1/user/keys': { label: 'k', kind: 'token', permissions: ['tests.read'] },
  'POST /auth/v1/key-request/allow': { code: 'BCDF-GHJK', permissions: ['tests.read'] },
  'POST /auth/v1/domain/providers': { ...PROVIDER, issuer: 'https://login.example.com' },
  'PUT /auth/v1/domain/providers/{id}': PROVIDER,
  'PUT /auth/v1/domain/sign-in-rules': { requiresSecondFactor: true },
  'PUT /auth/v1/people/{id}/roles': { roles: ['ROLE_DEV'] },
  'PUT /auth/v1/roles/{name}': { label: 'Matrix', permissions: ['tests.read'] },
  'PUT /console/v1/address/{id}': {
    addressCountry: 'AT',
    addressCity: 'Graz',
    addressLine1: 'Gasse 1',
    addressZip: '8010',
  },
  'POST /console/v1/git/connections/{id}/host-key': { fingerprint: 'SHA256:matrix' },
  'PUT /console/v1/git/connections/{id}': {
    name: 'Matrix',
    gitUrl: 'https://git.example/matrix.git',
    username: 'ada',
    password: 'secret',
  },
  'POST /console/v1/git/apps/{kind}/start': {},
  'POST /console/v1/git/apps/finish': { query: '?state=x' },
  'POST /console/v1/git/grants/{id}/connection': { name: 'Matrix', repository: 'a/b' },
  'PUT /console/v1/notifications/domain/channels/{id}': { ...TIMING, name: 'Matrix' },
  'PUT /console/v1/notifications/domain/channels/{id}/reasons/{reason}': { isOn: true },
  'PUT /console/v1/notifications/own/channels/{id}': { ...TIMING, name: 'Matrix' },
  'PUT /console/v1/notifications/own/channels/{id}/reasons/{reason}': { isOn: true },
  'POST /console/v1/git/connections/{id}/requests': { branch: 'matrix', title: 'Matrix' },
  'POST /console/v1/git/connections/{id}/events/{eventId}/test': { commitSha: 'a'.repeat(40) },
  'POST /console/v1/git/connections/{id}/next-key/use': { publicKey: 'ssh-ed25519 matrix' },
  'PUT /console/v1/git/connections/{id}/automation': { onPush: 'PREPARE' },
  'PUT /console/v1/budgets/{id}': { cents: 100_000 },
  'GET /console/v1/tests/run/{runId}/changes': { since: '0' },
  'GET /console/v1/tests/run/{runId}/test': FAILURE,
  'GET /console/v1/tests/run/{runId}/find-change': FAILURE,
  'POST /console/v1/tests/run/{runId}/find-change': FAILURE,
  'PUT /console/v1/tests/run/{runId}/find-change/cancel': FAILURE,
};
