import { expect, it } from 'vitest';
import { eventForm, toEventFields, toEventValues } from './event-values.ts';
import { reachForm, toReachFields, toReachValues } from './reach-values.ts';
import { NEW_SCHEDULE, scheduleForm, toScheduleFields, toScheduleValues } from './schedule-values.ts';

const fields = {
  tags: ['shop'],
  schedule: [
    { cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna', input: { days: 7 }, note: 'kept' },
    { cron: '0 0 * * *' },
  ],
  on: ['content.orders.inserted', 'order.created', 'content.gone.updated'],
  fetch: ['api.stripe.com'],
  secrets: [],
  timeout: 60,
};

it('changes nothing that was not changed', () => {
  const known = new Set(['content.orders.inserted', 'content.orders.deleted', 'order.created']);
  expect(toScheduleFields(toScheduleValues(fields), fields)).toEqual(fields);
  expect(toEventFields(toEventValues(fields, known), fields)).toEqual(fields);
  expect(toReachFields(toReachValues(fields), fields)).toEqual(fields);
  expect(toScheduleFields(toScheduleValues({}), {})).toEqual({});
  expect(toEventFields(toEventValues({}, known), {})).toEqual({});
  expect(toReachFields(toReachValues({}), {})).toEqual({});
});

it('adds, changes and removes schedules, and keeps what the form lacks', () => {
  const values = toScheduleValues(fields);
  const [first = NEW_SCHEDULE] = values.schedules;
  const changed = { ...first, cron: ' 0 8 * * * ', input: '', missed: 'run', retry: true };
  const added = { ...NEW_SCHEDULE, cron: '* * * * *', timeZone: 'UTC' };
  expect(toScheduleFields({ ...values, schedules: [added, changed] }, fields)['schedule']).toEqual([
    { cron: '* * * * *' },
    { cron: '0 8 * * *', timeZone: 'Europe/Vienna', note: 'kept', missed: 'run', retry: true },
  ]);
  expect(toScheduleFields({ ...values, schedules: [] }, fields)).not.toHaveProperty('schedule');
});

it('says at the field of a schedule what is wrong', () => {
  const faultsOf = (...schedules: object[]) =>
    scheduleForm
      .safeParse({
        schedules: schedules.map((one) => ({ ...NEW_SCHEDULE, cron: '* * * * *', timeZone: 'UTC', ...one })),
        message: '',
      })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faultsOf({}, { input: '{"a": [1]}' })).toBeUndefined();
  expect(faultsOf({}, { cron: '7 o clock' })).toEqual([
    ['schedules.1.cron', 'It needs five fields, such as 0 7 * * 1-5.'],
  ]);
  expect(faultsOf({ timeZone: 'Vienna' })).toEqual([
    ['schedules.0.timeZone', 'It must be a time zone such as Europe/Vienna.'],
  ]);
  expect(faultsOf({ input: '{days: 7}' })).toEqual([
    ['schedules.0.input', 'It must be JSON, such as {"days": 7}.'],
  ]);
  expect(faultsOf(...Array.from({ length: 11 }, () => ({})))).toEqual([
    ['schedules.10.cron', 'The list has at most 10 times.'],
  ]);
});

it('keeps events that are not offered, and names one that is none', () => {
  const values = toEventValues(fields, new Set(['order.created']));
  expect(values).toEqual({
    chosen: ['order.created'],
    own: 'content.orders.inserted\ncontent.gone.updated',
    message: '',
  });
  const faultOf = (own: string) => eventForm.safeParse({ ...values, own }).error?.issues[0];
  expect(faultOf('order.*\nuser.**')).toBeUndefined();
  expect(faultOf('order.*\norder!')).toMatchObject({
    path: ['own'],
    message: expect.stringContaining('order! is not the name'),
  });
  expect(faultOf(Array.from({ length: 51 }, (_, index) => `e${index}`).join('\n'))?.message).toBe(
    'A function has at most 50 events.',
  );
});

it('names the host, the secret or the amount that is wrong', () => {
  const values = toReachValues(fields);
  const faultOf = (changes: object) => reachForm.safeParse({ ...values, ...changes }).error?.issues[0];
  expect(faultOf({})).toBeUndefined();
  expect(faultOf({ fetch: 'a.example https://b.example' })).toMatchObject({
    path: ['fetch'],
    message: expect.stringMatching(/^https:\/\/b\.example must be the name of a host/),
  });
  expect(faultOf({ secrets: 'lower' })?.message).toMatch(/^lower must consist of capital letters/);
  expect(faultOf({ timeout: '301' })).toMatchObject({
    path: ['timeout'],
    message: 'It must be 300 or less.',
  });
  expect(faultOf({ memory: 'much' })?.path).toEqual(['memory']);
});
