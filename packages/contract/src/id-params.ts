import { z } from 'zod';

/** The `{id}` in the path of an endpoint. */
export const IdParams = z.object({ id: z.uuid() });
