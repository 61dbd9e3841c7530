import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { DatabaseView } from '../../src/ask/rules/knowledge.ts'
import { findIndexAdvice } from '../../src/guard/index-advice.ts'
import type { NameFolding } from '../../src/guard/name-folding.ts'
import { findDrift } from '../../src/guard/policy-drift.ts'
import { initialPolicy, makeInitialPolicy } from '../../src/guard/proposal/initial-policy.ts'
import { updatePolicy } from '../../src/guard/proposal/updated-policy.ts'
import { schemaIndexOf } from '../../src/knowledge/retrieval/schema-index.ts'
import { textColumns } from '../../src/knowledge/text-columns.ts'
import { visibleSchema, visibleTables } from '../../src/knowledge/visible-schema.ts'
import { makeNameIndex } from '../../src/planner/builtin/read/index.ts'
import { makeLexicon } from '../../src/planner/builtin/schema/index.ts'
import type { Sliced } from '../../src/platform/values/sliced.ts'
import { counted, countedTables } from '../support/counted-tables.ts'

const SMALL = 50
const TIMES = 8
/** Columns of a few tables: the table itself and those that its foreign keys reference. */
const READS_PER_SLICE_MAX = 40

const folding: NameFolding = { table: (name) => name.toLowerCase(), column: (name) => name.toLowerCase() }
const options = { tenantColumn: 'tenant_id', accept: true }

/** Each kind of work on a database with the given number of tables. */
const WORK: Readonly<Record<string, (tables: number) => { work: () => Sliced<unknown>; looks: () => number }>> = {
  'proposing a policy': onSchema((schema) => makeInitialPolicy(schema, { folding, options })),
  'updating a policy': onSchema((schema, policy) => updatePolicy(policy, schema, folding)),
  'finding drift of a policy': onSchema((schema, policy) => findDrift(schema, policy, folding)),
  'advising indexes': onSchema((schema, policy) => findIndexAdvice(schema, policy, folding)),
  'finding the visible schema': onSchema(function* (schema, policy) {
    const restriction = { tenant: { type: 'integer', value: 1n } } as const
    const visible = yield* visibleTables({ schema, policy, restriction }, folding)
    yield* textColumns(visible, EMPTY_GLOSSARY, restriction)
    return yield* visibleSchema('any', visible)
  }),
  'building the lexicon of a planner': onSchema(function* (schema) {
    const view: DatabaseView = {
      databaseName: 'many',
      engine: 'any',
      dialectNotes: '',
      promptRules: '',
      dialect: null,
      schema,
      glossary: EMPTY_GLOSSARY,
    }
    yield* makeLexicon(view)
    yield* schemaIndexOf(view)
    return yield* makeNameIndex(view)
  }),
}

type SchemaOf = ReturnType<typeof countedTables>['schema']

function onSchema(work: (schema: SchemaOf, policy: ReturnType<typeof policyOf>) => Sliced<unknown>) {
  return (tables: number) => {
    const { schema, looks } = countedTables(tables)
    const policy = policyOf(schema)
    return { work: () => work(schema, policy), looks }
  }
}

function policyOf(schema: SchemaOf) {
  const first = initialPolicy(schema, { folding, options })
  if (first.kind === 'unfit') throw new Error(first.message)
  return first.policy
}

describe('a database with many tables', () => {
  it.each(Object.entries(WORK))('takes work that grows linearly and in short slices for %s', (_, of) => {
    const [small, large] = [SMALL, SMALL * TIMES].map((tables) => {
      const { work, looks } = of(tables)
      return counted(work(), looks)
    })
    if (small === undefined || large === undefined) throw new Error('two sizes')
    expect(small.looks).toBeGreaterThan(SMALL - 1)
    expect(large.looks).toBeLessThan(small.looks * TIMES * 1.1)
    expect(large.inOneSlice).toBeLessThan(READS_PER_SLICE_MAX)
  })
})
