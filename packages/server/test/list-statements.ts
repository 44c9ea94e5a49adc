import pg from 'pg';
import { vi } from 'vitest';

/** The statements that this process sends meanwhile, without messages between processes and the tidying of counts. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([given]) => (typeof given === 'string' ? given : (given as { text: string }).text))
      .filter((text) => !/pg_notify|^listen|call_counts/i.test(text));
  } finally {
    query.mockRestore();
  }
}
