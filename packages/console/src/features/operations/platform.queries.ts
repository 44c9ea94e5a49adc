import { getPlatform } from '@atrium/contract/operations/platform';
import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpointQuery } from '../../api/endpoint-query.ts';

const READ_AGAIN_MS = 10_000;

export const platformQuery = () =>
  queryOptions({ ...endpointQuery(getPlatform, {}), refetchInterval: READ_AGAIN_MS });

export type PlatformQuery = UseQueryResult<z.output<typeof getPlatform.response>>;
