// `node tools/send-webhook.mjs <address> <secret> [amount in cents] [order] [--failed]`: signs an event as Stripe does and sends it,
// so that a function that receives webhooks can be tried without an account at a provider. Plain JavaScript for Node 20.
import { createHmac, randomUUID } from 'node:crypto';

const given = process.argv.slice(2);
const [address, secret, amount = '4200', order] = given.filter((argument) => argument !== '--failed');
if (address === undefined || secret === undefined || !URL.canParse(address) || !/^\d+$/.test(amount)) {
  console.error(
    'Usage: node tools/send-webhook.mjs <address> <secret> [amount in cents] [id of an order] [--failed]',
  );
  process.exit(1);
}

const created = Math.floor(Date.now() / 1000);
const metadata = order === undefined ? {} : { order };
const body = JSON.stringify({
  id: `evt_${randomUUID()}`,
  type: `payment_intent.${given.includes('--failed') ? 'payment_failed' : 'succeeded'}`,
  created,
  data: { object: { id: `pi_${randomUUID()}`, amount: Number(amount), currency: 'eur', metadata } },
});
const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
const response = await fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
  body,
});
console.log(`${response.status} ${await response.text()}`);
process.exit(response.ok ? 0 : 1);
