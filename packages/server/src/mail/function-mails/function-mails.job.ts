import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../jobs/define-job.ts';
import type { FunctionMails } from './function-mail.service.ts';
import { sendFunctionMailJob } from './send-function-mail.job.ts';

const cleanUpJob = defineJob({
  name: 'function-mails.clean-up',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '29 3 * * *',
});

export function functionMailJobs(mails: FunctionMails): JobHandler[] {
  return [
    handleJob(sendFunctionMailJob, ({ id, domainId }, { tryNumber }) =>
      mails.deliver(domainId, id, tryNumber >= sendFunctionMailJob.retries),
    ),
    handleJob(cleanUpJob, () => mails.forgetOld()),
  ];
}
