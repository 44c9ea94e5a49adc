import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { ShowMore } from './ShowMore.tsx';

/** Far more rows than fit, on two pages. */
function Rows() {
  const [count, setCount] = useState(50);
  const query = {
    hasNextPage: count < 100,
    isFetchingNextPage: false,
    fetchNextPage: () => Promise.resolve(setCount(100)) as Promise<never>,
  };
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <p key={at} className="h-10">{`Row ${at + 1}`}</p>
      ))}
      <ShowMore query={query}>Show older rows</ShowMore>
    </>
  );
}

it('keeps the first new row in sight when the last page takes the place of the button', async () => {
  const screen = await draw(<Rows />);
  await screen.getByRole('button', { name: 'Show older rows' }).click();
  await expect.element(screen.getByText('That is all.')).toHaveFocus();
  await expect.element(screen.getByText('Row 51', { exact: true })).toBeInViewport();
});
