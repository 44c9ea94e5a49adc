import { z } from 'zod';

export const PullId = z.object({ uuid: z.uuid() });
