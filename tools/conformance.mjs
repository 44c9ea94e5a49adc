import { parseArgs } from 'node:util';
import { accessChecks } from './conformance/access-checks.mjs';
import { configurationChecks } from './conformance/configuration-checks.mjs';
import { startPlatform } from './conformance/platform.mjs';
import { createClient, Report } from './conformance/report.mjs';
import { runChecks } from './conformance/run-checks.mjs';
import { sourceChecks } from './conformance/source-checks.mjs';

const usage = `Usage: npm run conformance -- <address of the service> [--listen 4571]

Checks a service against docs/service-api.md. The suite plays the platform: start the service so that it reads
its public keys from http://127.0.0.1:<listen>/auth/v1/public/jwks and sends usage to http://127.0.0.1:<listen>.
It works in two domains of its own, named conformance-…, and leaves them behind.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { listen: { type: 'string', default: '4571' }, help: { type: 'boolean' } },
});
const [address] = positionals;
if (address === undefined || values.help) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const platform = await startPlatform(Number(values.listen));
const report = new Report();
const service = createClient(address.replace(/\/$/, ''), platform);
try {
  if (await accessChecks(report, service, platform)) {
    await configurationChecks(report, service);
    await sourceChecks(report, service);
    await runChecks(report, service, platform);
  }
} finally {
  platform.close();
}
console.log(`\n${report.passed} passed, ${report.failed} failed`);
process.exit(report.failed === 0 ? 0 : 1);
