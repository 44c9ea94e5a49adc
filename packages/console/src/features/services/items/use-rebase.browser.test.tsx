import { ApiError } from '@atrium/contract/api-error';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { useRebase } from './use-rebase.ts';

const source = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;
const place = { folderPath: 'rules', name: 'confirm.meta.js' };
const live = { content: "export default { event: 'paid' };\n", checksum: 'b'.repeat(40) };

function Form() {
  const rebase = useRebase('shop', undefined, ({ event }) => ({ event }));
  const refuse = (body: object) => rebase.onRefused(new ApiError(409, body), rebase.values, place);
  return (
    <>
      <p>{rebase.merged ? JSON.stringify(rebase.values) : 'As typed'}</p>
      <button onClick={() => refuse({ message: 'The same request is still in progress.' })}>Going on</button>
      <button onClick={() => refuse({ details: { version: 2, files: [place] } })}>Changed</button>
    </>
  );
}

it('takes over what someone else has saved, and nothing while the same edit is still going on', async () => {
  let reads = 0;
  answer(source, () => {
    reads += 1;
    return live;
  });
  const screen = await draw(<Form />);
  await screen.getByRole('button', { name: 'Going on' }).click();
  await expect.poll(() => screen.client.isFetching()).toBe(0);
  expect(reads).toBe(0);
  await screen.getByRole('button', { name: 'Changed' }).click();
  await expect.element(screen.getByText('{"event":"paid"}')).toBeVisible();
});
