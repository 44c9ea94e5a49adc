import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const call = { serviceId: 'hyper-dispatch', name: 'orders/new/create', input: '' };

it('calls the function at its address, with a token from the environment', () => {
  expect(curlOf('https://atrium.example', call)).toBe(
    `curl -X POST 'https://atrium.example/services/hyper-dispatch/invoke/orders%2Fnew/create' \\
  -H "Authorization: Bearer $ATRIUM_TOKEN" \\
  -H 'Content-Type: application/json'`,
  );
  expect(curlOf('', { ...call, name: 'greet' })).toContain("/invoke/greet'");
});

it('passes any input through a shell as it is', () => {
  const input = `{"it's": "$HOME \`whoami\` \\\\ \\" end"}\n`;
  const command = curlOf('', { ...call, input }).replace('curl', "printf '%s|'");
  const parts = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('|');
  expect(parts[parts.indexOf('-d') + 1]).toBe(input);
});
