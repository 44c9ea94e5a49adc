// `node tools/send-webhook.mjs <address> <secret>`: signs an event as Stripe does and sends it, so that a function that
// receives webhooks can be tried without an account at a provider. Plain JavaScript for Node 20.
import { createHmac, randomUUID } from 'node:crypto';

const [address, secret, amount = '4200'] = process.argv.slice(2);
if (address === undefined || secret === undefined || !URL.canParse(address)) {
  console.error('Usage: node tools/send-webhook.mjs <address> <secret> [amount in cents]');
  process.exit(1);
}

const created = Math.floor(Date.now() / 1000);
const body = JSON.stringify({
  id: `evt_${randomUUID()}`,
  type: 'payment_intent.succeeded',
  created,
  data: { object: { id: `pi_${randomUUID()}`, amount: Number(amount), currency: 'usd' } },
});
const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
const response = await fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
  body,
});
console.log(`${response.status} ${await response.text()}`);
process.exit(response.ok ? 0 : 1);
