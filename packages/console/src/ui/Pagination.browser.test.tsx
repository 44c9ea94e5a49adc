import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Pagination } from './Pagination.tsx';

function Pages({ count }: { count: number }) {
  const [page, setPage] = useState(0);
  return (
    <Pagination
      page={page}
      totalPages={count}
      onChange={setPage}
      label="Pages of cards"
      text={`Showing page ${page + 1}`}
    />
  );
}

it('is a landmark with a name, goes from page to page by keyboard and ends at the edges', async () => {
  const screen = await draw(<Pages count={3} />);
  const pages = screen.getByRole('navigation', { name: 'Pages of cards' });
  const previous = pages.getByRole('button', { name: 'Previous page' });
  const next = pages.getByRole('button', { name: 'Next page' });
  await expect.element(previous).toBeDisabled();
  await expectNoFindings();

  await userEvent.tab();
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(pages).toHaveTextContent('Page 2 of 3');
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(pages).toHaveTextContent('Page 3 of 3');
  await expect.element(next).toBeDisabled();
  await expectNoFindings();

  await previous.click();
  await expect.element(pages).toHaveTextContent('Page 2 of 3');
});

it('tells a screen reader what is shown now', async () => {
  const screen = await draw(<Pages count={2} />);
  const status = screen.getByRole('status');
  await expect.element(status).toHaveTextContent('Showing page 1');
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect.element(status).toHaveTextContent('Showing page 2');
});

it('has no buttons where there is one page', async () => {
  const screen = await draw(<Pages count={1} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Showing page 1');
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});
