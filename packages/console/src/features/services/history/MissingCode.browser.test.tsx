import { compareSides } from '@atrium/contract/configuration/comparison';
import { type FileDeletion, getFileDeletion } from '@atrium/contract/configuration/file-history';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { sourceQuery } from '../functions/function.queries.ts';
import { MissingCode } from './MissingCode.tsx';

const none = { fe: null, be: null };
const service = { id: 'shop', name: 'Shop', uri: '/services/shop', group: 'x', health: none, info: none };
const place = { folderPath: 'functions', name: 'tea.js' };
const deletion: FileDeletion = {
  version: {
    version: 7,
    parent: 6,
    createdOn: '2026-11-27T19:30:00.000Z',
    author: '0197a000-0000-7000-8000-0000000000c4',
    user: 'chidi',
    impersonator: null,
    message: 'Tidy up',
    commitSha: null,
    filesCount: 3,
    changesCount: 1,
  },
  liveVersion: 9,
  files: [place],
  movedTo: null,
  isMoveKnown: true,
};

function Page() {
  return <MissingCode service={service} place={place} source={useQuery(sourceQuery('shop', place))} />;
}

async function drawMissing(respond: () => FileDeletion | Response) {
  answer({ ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const, () =>
    refusal(404, 'There is no file functions/tea.js.'),
  );
  answer(getFileDeletion, respond);
  answer(compareSides, () => ({ services: [] }));
  return draw(<Page />);
}

it('says who deleted a file, and asks before it comes back as it was before that', async () => {
  signIn('configuration.write');
  const screen = await drawMissing(() => deletion);
  await expect.element(screen.getByText(/^Deleted in version 7 by chidi on 11\/27\/2026/)).toBeVisible();
  await screen.getByRole('button', { name: 'Return to version 6' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Return functions/tea.js to version 6?' });
  await expect.element(question).toBeVisible();
  await expectNoFindings();
});

it('leads to where a file was moved, and lets only those return it who may', async () => {
  signIn('configuration.read');
  const moved = { folderPath: 'functions/hot', name: 'tea.js' };
  const screen = await drawMissing(() => ({ ...deletion, movedTo: moved }));
  const link = screen.getByRole('link', { name: 'Open functions/hot/tea.js' });
  await expect.element(link).toHaveAttribute('href', '/console/services/shop?function=hot%2Ftea');
  answer(getFileDeletion, () => deletion);
  await screen.client.invalidateQueries();
  await expect.element(screen.getByRole('button', { name: 'Return to version 6' })).toBeDisabled();
});

it('leads first to the changes where a file may have been moved', async () => {
  signIn('configuration.write');
  const screen = await drawMissing(() => ({ ...deletion, isMoveKnown: false }));
  await expect.element(screen.getByText(/^Deleted or moved in version 7 by chidi/)).toBeVisible();
  const changes = screen.getByRole('link', { name: 'Changes of version 7' });
  await expect.element(changes).toHaveClass('bg-accent');
  await expect
    .element(screen.getByRole('button', { name: 'Return to version 6' }))
    .not.toHaveClass('bg-accent');
});

it('says what the service says of a file that no version has had', async () => {
  signIn('configuration.read');
  const screen = await drawMissing(() => refusal(404, 'No version has deleted it.'));
  await expect.element(screen.getByRole('alert').getByText(/There is no file/)).toBeVisible();
});

it('says why it is not known what became of a file, and asks again', async () => {
  signIn('configuration.write');
  const screen = await drawMissing(() => refusal(500, 'The service does not answer.'));
  await expect.element(screen.getByRole('alert').getByText(/The service does not answer/)).toBeVisible();
  await expect.element(screen.getByText(/There is no file/)).not.toBeInTheDocument();
  answer(getFileDeletion, () => deletion);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(/^Deleted in version 7/)).toBeVisible();
});
