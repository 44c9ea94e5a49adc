import pg from 'pg';
import { vi } from 'vitest';

/** Texts of the statements that this process sends to the database during some work. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([given]) => {
      const sent: unknown = given;
      return typeof sent === 'string' ? sent : (sent as pg.QueryConfig).text;
    });
  } finally {
    query.mockRestore();
  }
}
