import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { VersionFileCompare } from './VersionFileCompare.tsx';

it('the dialog is there while the two versions of a file are being read', async () => {
  const endpoint = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;
  answer(endpoint, () => Promise.withResolvers<never>().promise);
  const file = { before: 'functions/greet.js', after: 'functions/greet.js' };
  const screen = await draw(
    <VersionFileCompare serviceId="shop" file={file} versions={{ from: 1, to: 2 }} onClose={() => {}} />,
  );
  const dialog = screen.getByRole('dialog', { name: 'functions/greet.js' });
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Loading both versions');
  await expectNoFindings();
});
