import type pg from 'pg';

/* Entries of one collection, written by SQL as if one by one. */

const AT_ONCE = 100_000;

/** Fills the collection `orders`: a tenth of its entries is paid, on one day of a thousand. */
export async function fillEntries(database: pg.Client, domainId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await database.query(
      `insert into runtime.entry (domain_id, collection, id, document, is_configured, created_on, modified_on)
       select $1, 'orders', to_char(n, 'FM0000000'),
         jsonb_build_object(
           'id', to_char(n, 'FM0000000'), 'note', 'note ' || n || ' of ' || $3::int,
           'status', (array['PAID', 'NEW', 'NEW', 'NEW', 'SENT', 'SENT', 'SENT', 'DONE', 'DONE', 'DONE'])[1 + abs(hashint4(-n) % 10)],
           'totalCents', n::bigint * 7919 % 100000, 'customer', jsonb_build_object('email', 'c' || n % 5000 || '@example.com'),
           'createdOn', to_char(date '2024-01-01' + abs(hashint4(n) % 1000), 'YYYY-MM-DD')),
         false, now(), now()
       from generate_series($2::int + 1, least($2::int + ${AT_ONCE}, $3::int)) as n`,
      [domainId, from, count],
    );
  }
  await database.query(
    `insert into runtime.stored
     select $1, 0, 0, 0, count(*), sum(octet_length(document::text)) from runtime.entry where domain_id = $1
     on conflict (domain_id) do update
     set entries = stored.entries + excluded.entries, entry_bytes = stored.entry_bytes + excluded.entry_bytes`,
    [domainId],
  );
}

interface Place {
  call<Returned>(method: string, path: string, body?: object): Promise<Returned>;
}

/** Makes files of a service live; null removes one. */
export async function importFiles(
  place: Place,
  serviceId: string,
  files: Record<string, string | null>,
): Promise<void> {
  const service = `/services/${serviceId}`;
  const { version } = await place.call<{ version: number }>('GET', `${service}/export/metadata`);
  const folders = Object.entries(files).map(([path, content]) => {
    const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const file = content === null ? { name, action: 'delete' } : { name, action: 'remote', content };
    return { name: folder, files: [file] };
  });
  await place.call('POST', `${service}/import`, { baseVersion: version, folders });
}
