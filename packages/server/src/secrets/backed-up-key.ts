import type { ClientBase } from 'pg';

/**
 * Id of the key that a restore of the backup needs, as seen by its transaction; null if no start has created one yet.
 */
export async function findBackedUpKeyId(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id from secret_keys where is_current');
  return rows[0]?.id ?? null;
}
