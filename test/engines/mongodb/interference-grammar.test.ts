import { guardDraft } from '../../../src/engines/mongodb/guard/guard.ts'
import { ACCUMULATORS } from '../../../src/engines/mongodb/language/accumulators.ts'
import {
  BINDING_OPERATORS,
  EXPRESSION_OPERATORS,
  SYSTEM_VARIABLES,
} from '../../../src/engines/mongodb/language/expression-operators.ts'
import { LITERAL_KEYS } from '../../../src/engines/mongodb/language/literals.ts'
import {
  GEOMETRY_NAMES,
  LOGICAL_OPERATORS,
  QUERY_OPERATORS,
} from '../../../src/engines/mongodb/language/query-operators.ts'
import { STAGES } from '../../../src/engines/mongodb/language/stages.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { fixturePolicy, restrictionOf, TABLES } from '../contract/fixture.ts'
import type { Choose } from '../contract/query-grammar.ts'
import { found } from './fixture-database.ts'
import { interferingCommand } from './interference-grammar.ts'

const CONSTANTS = {
  integers: ['1', '1003', '2005', '9007199254740993'],
  texts: ['paid', 'Oslo', '$status', ''],
} as const

/** Reproducible choices. */
const chooser = (seed: number): Choose => {
  let state = seed
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return items[Math.floor((state / 2 ** 32) * items.length)] ?? items[0]
  }
}

const SCHEMA: Schema = {
  engine: 'mongodb',
  tables: TABLES.map((table) => ({ name: table.name, ...found(table) })),
}
const RULES = {
  schema: SCHEMA,
  policy: fixturePolicy('mongodb', undefined, '_id'),
  restriction: restrictionOf(1, 'ann'),
}

const choose = chooser(20_261_124)
const drafts = Array.from({ length: 6_000 }, () => interferingCommand(choose, CONSTANTS))

it('generated commands contain every allowed stage, operator and variable', () => {
  const written = drafts.join('\n')
  const names = new Set([
    ...[...STAGES, ...EXPRESSION_OPERATORS.keys(), ...BINDING_OPERATORS, ...ACCUMULATORS.keys(), ...LITERAL_KEYS],
    ...[...QUERY_OPERATORS.keys(), ...LOGICAL_OPERATORS, ...GEOMETRY_NAMES, '$expr', '$text'],
  ])
  expect([...names].filter((name) => !written.includes(`"${name}":`))).toEqual([])
  expect([...SYSTEM_VARIABLES].filter((name) => !written.includes(`"$$${name}"`))).toEqual([])
})

it('the guard accepts most generated commands, and their conditions contain every expression operator', async () => {
  const accepted: string[] = []
  for (const draft of drafts) {
    const result = await guardDraft(draft, RULES)
    if (result.ok) accepted.push(result.query.statement)
    else expect([result.refusal.reason, draft]).not.toEqual(['not_proven', draft])
  }
  expect(accepted.length / drafts.length).toBeGreaterThan(0.6)
  const conditions = accepted.flatMap((statement) => statement.match(/\{"\$match":\{"\$expr":.*/g) ?? []).join('\n')
  const operators = [...EXPRESSION_OPERATORS.keys(), ...BINDING_OPERATORS.filter((name) => name !== '$meta')]
  expect(operators.filter((name) => !conditions.includes(`{"${name}":`))).toEqual([])
})
