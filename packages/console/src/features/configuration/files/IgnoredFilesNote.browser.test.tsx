import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { IgnoredFilesNote } from './IgnoredFilesNote.tsx';

it('names a few files with their reasons, without a click', async () => {
  const screen = await draw(
    <IgnoredFilesNote
      ignored={[
        { reason: 'NOT_A_SERVICE', count: 1, examples: ['README.md'] },
        { reason: 'TOO_LARGE', count: 2, examples: ['shop/f/a.js', 'shop/f/b.js'] },
      ]}
    />,
  );
  await expect
    .element(screen.getByRole('paragraph'))
    .toHaveTextContent(
      '3 files were skipped: README.md, outside the folders of your services; shop/f/a.js, shop/f/b.js, too large',
    );
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('says why many files were skipped, and unfolds their names', async () => {
  const examples = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
  const one = { reason: 'NOT_A_SERVICE', count: 12, examples } as const;
  const screen = await draw(<IgnoredFilesNote ignored={[{ ...one, isMore: true }]} />);
  const fold = screen.getByRole('button', { name: /skipped/ });
  await expect
    .element(fold)
    .toHaveTextContent('More than 12 files were skipped: outside the folders of your services');
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument();
  await fold.click();
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/a\.md, b\.md/);
});

it('counts the files of each reason where there are several', async () => {
  const screen = await draw(
    <IgnoredFilesNote
      ignored={[
        { reason: 'NOT_A_SERVICE', count: 12, examples: ['README.md'] },
        { reason: 'TOO_LARGE', count: 1, examples: ['shop/f/a.js'] },
      ]}
    />,
  );
  await expect
    .element(screen.getByRole('button', { name: /skipped/ }))
    .toHaveTextContent('13 files were skipped: 12 outside the folders of your services; 1 too large');
});
