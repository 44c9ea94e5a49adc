import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/**
 * Names are snake_case in SQL and camelCase here; what is inside a JSON column stays as it was stored. Kysely's own
 * plugin copies the tree of each query and reads the names of each row anew, which took a tenth of a short request's
 * time: here names are translated as the SQL is written, and once for each result.
 */
class Names extends CamelCasePlugin {
  sqlName(name: string): string {
    return this.snakeCase(name);
  }

  propertyName(name: string): string {
    return this.camelCase(name);
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (first === undefined) return result;
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const);
    const rows = result.rows.map((row) => {
      const renamed: UnknownRow = {};
      for (const [name, ownName] of names) renamed[ownName] = row[name];
      return renamed;
    });
    return { ...result, rows };
  }
}

export const names = new Names({ maintainNestedObjectKeys: true });

class NamingCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.sqlName(name));
  }
}

/** PostgreSQL, with every name of a query in snake_case. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new NamingCompiler();
  }
}
