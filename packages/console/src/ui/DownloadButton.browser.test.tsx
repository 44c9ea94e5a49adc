import { expect, it, vi } from 'vitest';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { useDownload } from '../api/use-download.ts';
import { DownloadButton } from './DownloadButton.tsx';

it('says how much of a file has come, and saves all of it', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  function Page() {
    const download = useDownload('large.csv', () => Promise.resolve(new Response(body)));
    return <DownloadButton download={download}>Export CSV</DownloadButton>;
  }
  const screen = await draw(<Page />);
  const button = screen.getByRole('button', { name: 'Export CSV' });
  await button.click();
  send?.enqueue(new Uint8Array(2048));
  await expect.element(screen.getByText('2 kb received …')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expectNoFindings();
  send?.enqueue(new Uint8Array(1024));
  send?.close();
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(screen.getByText('received')).not.toBeInTheDocument();
  expect(saved.mock.calls.map(([file]) => (file as Blob).size)).toEqual([3072]);
  vi.restoreAllMocks();
});
