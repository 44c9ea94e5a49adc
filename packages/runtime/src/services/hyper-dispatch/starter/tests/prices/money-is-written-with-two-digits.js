import { percentOf, toText } from '../../lib/money.js';

export default function moneyIsWrittenWithTwoDigits({ expect }) {
  expect([5, 50, 500, -1999].map(toText)).to.deep.equal(['0.05', '0.50', '5.00', '-19.99']);
  expect(percentOf(1050, 19)).to.equal(200);
}
