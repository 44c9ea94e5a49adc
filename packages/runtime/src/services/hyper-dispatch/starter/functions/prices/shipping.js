// The simplest kind of function: numbers in, numbers out. Try another limit: tests/prices will notice.
const FREE_FROM_CENTS = 5000;
const PRICE_CENTS = 490;

export default function shipping({ sumCents }) {
  return { shippingCents: sumCents >= FREE_FROM_CENTS ? 0 : PRICE_CENTS };
}
