interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: unknown[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

export interface Call extends Operation {
  method: string;
  path: string;
}

/** Returns the calls of an OpenAPI document in order. */
export function callsOf(document: object): Call[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
}

/** Returns the schema of the first content type. */
export function firstSchema(content: Record<string, { schema?: unknown }> | undefined): unknown {
  return Object.values(content ?? {})[0]?.schema;
}
