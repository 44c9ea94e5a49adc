import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { StackPlaces } from './StackPlaces.tsx';

const stack = [
  { file: 'lib/money.js', line: 3, column: 9, function: 'toCents' },
  { file: 'functions/orders/create.js', line: 2, column: 1 },
];

it('leads from each place to its line, in functions and in other files', async () => {
  const screen = await draw(<StackPlaces serviceId="shop" stack={stack} version={4} />);
  const link = (name: string) => screen.getByRole('link', { name });
  await expect
    .element(link('lib/money.js:3'))
    .toHaveAttribute('href', '/console/services/shop?file=lib%2Fmoney.js&line=3');
  await expect
    .element(link('functions/orders/create.js:2'))
    .toHaveAttribute('href', '/console/services/shop?function=orders%2Fcreate&line=2');
});
