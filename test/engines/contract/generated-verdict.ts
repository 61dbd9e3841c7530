import type { EngineVerifier } from './engine-adapter.ts'

export interface GeneratedCircumstances {
  /** The hidden column. */
  readonly hide?: string
  /** Whether `band` is virtual. */
  readonly virtual?: true
}

/**
 * The verdict of a verifier on a statement of tenant 1 over `people`, whose `band` is generated from `id`: proven, or the
 * hint of the refusal.
 */
export const generatedVerdict = async (
  engine: string,
  { verify }: EngineVerifier,
  statement: string,
  { hide, virtual }: GeneratedCircumstances,
): Promise<string> => {
  const number = { type: 'int', nullable: true }
  const columns = [
    { name: 'id', ...number },
    { name: 'tenant_id', ...number },
    { name: 'band', ...number, generatedFrom: ['id'], ...(virtual && { virtual }) },
  ]
  const schema = { engine, tables: [{ name: 'people', columns, primaryKey: [], foreignKeys: [] }] }
  const tenant = { column: 'tenant_id', type: 'integer' } as const
  const people = { mode: 'tenant', ...(hide === undefined ? {} : { hide: [hide] }) } as const
  const policy = { version: 1, engine, tenant, tables: { people } } as const
  const restriction = { tenant: { type: 'integer', value: 1n } } as const
  const candidate = { engine, statement, parameters: [1n], tables: ['people'], filters: [] }
  const fault = await verify(candidate, { schema, policy, restriction })
  return fault === undefined ? 'proven' : fault.reason
}
