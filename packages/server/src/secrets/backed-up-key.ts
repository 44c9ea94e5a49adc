import type { ClientBase } from 'pg';

/** Id of the key that whoever restores a backup needs, as its transaction sees it; null where no start has made one yet. */
export async function findBackedUpKeyId(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id from secret_keys where is_current');
  return rows[0]?.id ?? null;
}
