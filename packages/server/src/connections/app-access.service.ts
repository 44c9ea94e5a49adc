import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { RefusableConnection } from '../providers/git/remote-session.ts';
import { AppAccess, type GitApp, GitAppError, revoked } from '../providers/git-apps/git-app.ts';
import type { GitApps } from '../providers/git-apps/git-apps.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { lockConnection, type StoredConnection, updateConnectionRow } from './connection.repository.ts';
import { secretPlace } from './connection-secrets.ts';

interface Parts {
  db: Kysely<Database>;
  secrets: Secrets;
  gitApps: GitApps;
}

/** Short-lived credentials of connections with an app, renewed when they are used. */
export class AppAccesses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  seal(transaction: Store, id: string, access: AppAccess): Promise<string> {
    return this.#parts.secrets.seal(transaction, secretPlace(id), JSON.stringify(access));
  }

  /** Returns credentials that last for one use of git. Throws GitAppError if the access was revoked. */
  async open(stored: StoredConnection): Promise<RefusableConnection> {
    const app = this.#findApp(stored);
    const token = (await app.findToken(this.#unseal(stored))) ?? (await this.#renew(app, stored));
    return {
      username: app.gitUsername,
      password: token,
      // All accounts have the same username; no one can type this one.
      cacheUser: `\0${stored.id}`,
      onRefused: async () => {
        await this.#refuse(app, stored, token);
        return revoked(app.name).message;
      },
    };
  }

  /** A refresh token works once: of several processes, one renews, and the others wait for its row. */
  #renew(app: GitApp, { domainId, id }: StoredConnection): Promise<string> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      const stored = await lockConnection(transaction, { domainId, id });
      const before = stored && this.#unseal(stored);
      if (before === undefined) throw revoked(app.name);
      const current = await app.findToken(before);
      if (current !== undefined) return current;
      const { access, token } = await app.renew(before);
      const secret = await this.seal(transaction, id, access);
      await updateConnectionRow(transaction, { domainId, id }, { secret });
      return token;
    });
  }

  /** The next use renews the access, unless it was renewed or replaced since. */
  async #refuse(app: GitApp, { domainId, id }: StoredConnection, token: string): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const stored = await lockConnection(transaction, { domainId, id });
      if (stored?.kind !== 'app') return;
      const access = this.#unseal(stored);
      if ((await app.findToken(access)) !== token) return;
      const secret = await this.seal(transaction, id, app.refuse(access));
      await updateConnectionRow(transaction, { domainId, id }, { secret });
    });
  }

  #unseal({ id, secret }: StoredConnection): AppAccess {
    return AppAccess.parse(JSON.parse(this.#parts.secrets.unseal(secretPlace(id), secret)));
  }

  /** Tokens are sent to the host that gave them, and to no other. */
  #findApp({ app: kind, gitUrl }: StoredConnection): GitApp {
    const app = kind === null ? undefined : this.#parts.gitApps.find(kind);
    const { host } = new URL(gitUrl);
    if (app?.host === host) return app;
    throw new GitAppError(
      `Connections with ${host} are no longer set up on this installation. Connect the repository in another way.`,
    );
  }
}
