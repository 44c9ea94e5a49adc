/**
 * What a repository's functions do; `has` answers a question, `lock` lasts until the transaction ends, and `announce`
 * tells other processes when it is committed.
 */
export const REPOSITORY_VERBS = [
  'find',
  'list',
  'count',
  'has',
  'insert',
  'update',
  'upsert',
  'delete',
  'lock',
  'announce',
];

/** What services do with things of any kind; `get` throws where `find` returns undefined. */
export const SERVICE_VERBS = ['list', 'get', 'find', 'has', 'is', 'create', 'update', 'upsert', 'delete'];

/** What is said with another word, so that no two verbs stand for one thing. */
export const SYNONYMS: Record<string, string> = {
  remove: 'delete',
  change: 'update',
  edit: 'update',
  modify: 'update',
  save: 'upsert',
  store: 'create',
  add: 'create',
  insert: 'create',
  fetch: 'get',
  retrieve: 'get',
  lookup: 'find',
  query: 'list',
  search: 'list',
};

/** What happens in one area beyond keeping things. A verb is added here when none of the others says what is done. */
export const OWN_VERBS: Record<string, string> = {
  accounts:
    'allow apply check clear close confirm count end export forget give hash invite issue keep load lock login logout matches may ' +
    'refresh record register remember reopen report request require resend reset revoke rotate send start stop unlock use verify',
  'access-keys': 'allow collect ensure refuse register require rotate verify when',
  audit: 'count export record',
  billing: 'check close expire export forget give make pay reconcile record rehearse request set settle take',
  customers: 'end give lock send start unlock',
  configuration:
    'cancel check close compare compose confirm decide end ensure forget import keep look prepare preview pull push read restore resume run settle start submit',
  content: 'replace with',
  functions: 'emit invoke try',
  invocations: 'close count flush record',
  limits: 'check count',
  pricing: 'rehearse take',
  secrets: 'open rotate seal unseal',
  services: 'avoid check expect forget record register start stop',
  storage: 'close count flush give take',
  'test-runs': 'cancel start try',
  tests: 'cancel end prepare run start',
};
