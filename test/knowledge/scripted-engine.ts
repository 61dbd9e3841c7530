import type { Engine } from '../../src/engines/engine.ts'
import { seal } from '../../src/guard/guarded-query.ts'
import type { Restriction } from '../../src/guard/restriction.ts'

type Scripted = Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>

/**
 * Answers immediately, for tests with thousands of callers: each caller has values of its own, marked with the tenant
 * and scope of the restriction. Tests of rows use a real engine.
 */
export const scriptedEngine = (valuesPerColumn: number): Scripted => ({
  name: 'scripted',
  dialect: {
    system: 'scripted',
    notes: '',
    promptRules: '',
    sql: null,
    folding: () => ({ table: (name) => name, column: (name) => name }),
    draftTexts: ({ columns }) => columns.map(({ table, column }) => `${table} ${column}`).join(),
  },
  guard: (draft, { restriction }) =>
    seal(
      { engine: 'scripted', statement: `${draft} ${ownerOf(restriction)}`, parameters: [], tables: [], filters: [] },
      async () => undefined,
    ),
  run: async (_, { statement }) => ({
    ok: true,
    result: {
      columns: [{ name: 'value', type: 'text' }],
      rows: Array.from({ length: valuesPerColumn }, (__, n) => ({
        place: 0,
        value: `Value ${n} of ${statement}`,
        times: 1,
      })),
      rowCount: valuesPerColumn,
      truncated: false,
      executionTimeMs: 0,
    },
  }),
})

const ownerOf = ({ tenant, scope }: Restriction): string => `${tenant?.value} ${scope?.value ?? 'all'}`
