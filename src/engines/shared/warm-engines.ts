import type { Schema } from '../../guard/schema.ts'
import type { Engine } from '../engine.ts'

const column = (name: string, type: string) => ({ name, type, nullable: false })

/** A table that exists in no database. */
const schemaOf = (engine: string): Schema => ({
  engine,
  tables: [
    {
      name: 'samples',
      columns: [column('id', 'integer'), column('tenant_id', 'integer'), column('status', 'text')],
      primaryKey: ['id'],
      foreignKeys: [],
    },
  ],
})

/**
 * Guards a draft about a table that exists in no database, so that the first question does not wait for an engine's parser
 * to be loaded and compiled. Connects to no database, and starts nothing that runs while idle.
 */
export const warmEngines = async (engines: readonly Pick<Engine, 'name' | 'dialect' | 'guard'>[]): Promise<void> => {
  for (const { name, dialect, guard } of engines) {
    const draft = dialect.draftTexts({
      columns: [{ table: 'samples', column: 'status' }],
      valuesMax: 1,
      lengthMax: 10,
    })
    await guard(draft, {
      schema: schemaOf(name),
      policy: {
        version: 1,
        engine: name,
        tenant: { column: 'tenant_id', type: 'integer' },
        tables: { samples: { mode: 'tenant' } },
      },
      restriction: { tenant: { type: 'integer', value: 1n } },
    })
  }
}
