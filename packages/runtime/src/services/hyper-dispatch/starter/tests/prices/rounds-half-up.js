import { percentOf } from '../../lib/money.js';

export default function roundsHalfUp({ expect }) {
  expect(percentOf(50, 19)).to.equal(10);
  expect(percentOf(49, 19)).to.equal(9);
  expect(percentOf(0, 19)).to.equal(0);
}
