import { describe, expect, it } from '@jest/globals'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { ColumnValues, Knowledge, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import { glossaryText, schemaText } from '../../../src/ask/rules/prompts/schema-text.ts'
import { valuesText } from '../../../src/ask/rules/prompts/values-text.ts'
import { estimatedTokens, type QuestionContext } from '../../../src/ask/rules/question-context.ts'
import { tableName } from '../../../src/guard/schema.ts'
import { retrieve } from '../../../src/knowledge/retrieval/retrieve.ts'
import { runToEnd } from '../../../src/platform/values/sliced.ts'
import { KNOWLEDGE } from '../../planner/model/cases.ts'

const table = (
  name: string,
  columns: readonly string[],
  references: Readonly<Record<string, string>> = {},
): VisibleTable => ({
  name,
  columns: ['id', ...columns].map((column) => ({ name: column, type: 'TEXT', nullable: false })),
  primaryKey: ['id'],
  foreignKeys: Object.entries(references).map(([column, refTable]) => ({
    columns: [column],
    refTable,
    refColumns: ['id'],
  })),
})

const knowing = (
  tables: readonly VisibleTable[],
  values: readonly ColumnValues[] = [],
  glossary = EMPTY_GLOSSARY,
): Knowledge => ({
  view: { ...KNOWLEDGE.view, schema: { engine: 'sqlite', tables }, glossary },
  values,
})

const asked = (
  knowledge: Knowledge,
  question: string,
  tokens = 6_000,
  more: Partial<Pick<Parameters<typeof retrieve>[0], 'recentTurns' | 'patterns'>> = {},
): QuestionContext => runToEnd(retrieve({ question, recentTurns: [], patterns: [], knowledge, ...more }, tokens))

const namesOf = ({ tables }: QuestionContext): readonly string[] => tables.map(tableName)

const sizeOf = ({ tables, values }: QuestionContext): number =>
  estimatedTokens(schemaText(tables)) + estimatedTokens(valuesText(values))

/** 400 tables of a warehouse, around the few tables of the questions. */
const fillers = Array.from({ length: 400 }, (_, at) => table(`bin_${at}_stock`, ['shelf', 'weight', 'sku']))
const FLEET = [
  ...fillers.slice(0, 200),
  table('aircraft', ['model', 'seats']),
  table('flights', ['aircraft_id', 'departed_on'], { aircraft_id: 'aircraft' }),
  table('crew_assignments', ['flight_id', 'pilot_id'], { flight_id: 'flights', pilot_id: 'pilots' }),
  table('pilots', ['fullName', 'licence']),
  ...fillers.slice(200),
]

describe('a schema that fits', () => {
  it('is given whole and in its own order for any question', () => {
    const small = knowing(FLEET.slice(195, 206))
    for (const question of ['How many pilots?', 'zzz', 'seats of aircraft by shelf'])
      expect(namesOf(asked(small, question))).toEqual(FLEET.slice(195, 206).map(tableName))
  })
})

describe('a schema that does not fit', () => {
  const fleet = knowing(FLEET)

  it('is reduced to the tables of the question and those that connect them, within the token limit', () => {
    const context = asked(fleet, 'Which pilots flew the aircraft with most seats?', 1_000)
    expect(namesOf(context)).toEqual(expect.arrayContaining(['aircraft', 'flights', 'crew_assignments', 'pilots']))
    expect(sizeOf(context)).toBeLessThanOrEqual(1_000)
    expect(context.tablesLeftOut).toBe(404 - context.tables.length)
  })

  it('matches inflected words, parts of names and misspelt words', () => {
    expect(namesOf(asked(fleet, 'flight departures', 800))).toContain('flights')
    expect(namesOf(asked(fleet, 'full names', 800))).toContain('pilots')
    expect(namesOf(asked(fleet, 'how many airkraft', 800))).toContain('aircraft')
  })

  it('includes only glossary phrases that the question contains as whole words', () => {
    const phrase = (said: string) =>
      ({ phrase: said, table: 'pilots', filter: { column: 'licence', op: '=', value: 'x' } }) as const
    const glossary = { ...EMPTY_GLOSSARY, phrases: ['us', 'IT', 'lead', 'flown hours'].map(phrase) }
    const phrasesFor = (question: string) =>
      asked(knowing(FLEET, [], glossary), question, 800).glossary.phrases.map(({ phrase: said }) => said)
    expect(phrasesFor('Show us how it went')).toEqual([])
    expect(phrasesFor('Which pilots are from the US, and which do IT?')).toEqual(['us', 'IT'])
    expect(phrasesFor('Which flights lead to complaints, and did they lead to fines?')).toEqual([])
    expect(phrasesFor('How many leads to call are there? Who has a lead to sell?')).toEqual(['lead'])
    expect(phrasesFor('hours that were flown')).toEqual(['flown hours'])
  })

  it('distinguishes two meanings of a phrase by the tables of the question', () => {
    const sum = (table: string, column: string) =>
      ({ phrase: 'revenue', table, measure: { aggregate: 'sum', column } }) as const
    const glossary = { ...EMPTY_GLOSSARY, phrases: [sum('flights', 'departed_on'), sum('pilots', 'licence')] }
    const text = glossaryText(asked(knowing(FLEET, [], glossary), 'revenue', 800).glossary)
    expect(text.split('\n')).toEqual([
      '- "revenue" where the question is about flights: sum(flights.departed_on)',
      '- "revenue" where the question is about pilots: sum(pilots.licence)',
    ])
  })

  it('matches synonyms of the glossary', () => {
    const glossary = { ...EMPTY_GLOSSARY, tables: [{ table: 'pilots', synonyms: ['captains'] }] }
    const context = asked(knowing(FLEET, [], glossary), 'captains, please', 800)
    expect(namesOf(context)).toContain('pilots')
    expect(context.glossary.tables).toEqual(glossary.tables)
  })

  it('matches comments of tables', () => {
    const commented = FLEET.map((one) =>
      one.name === 'pilots' ? { ...one, comment: 'Everybody with a cockpit seat' } : one,
    )
    expect(namesOf(asked(knowing(commented), 'cockpit seats', 800))).toContain('pilots')
  })

  it('matches values in the question', () => {
    const values = [{ table: 'pilots', column: 'licence', values: ['ATPL', 'CPL'], complete: true }]
    expect(namesOf(asked(knowing(FLEET, values), 'who has an ATPL?', 800))).toContain('pilots')
  })

  it('includes the tables of the previous question and of a verified query', () => {
    const turn = { question: 'zzz', query: 'SELECT model FROM aircraft', columns: [], rowCount: 1 }
    expect(namesOf(asked(fleet, 'and the others?', 800, { recentTurns: [turn] }))).toContain('aircraft')
    const pattern = { question: 'zzz', query: 'SELECT "licence" FROM "pilots"', isExact: false }
    expect(namesOf(asked(fleet, 'zzz zzz', 800, { patterns: [pattern] }))).toContain('pilots')
  })

  it('is reduced deterministically', () => {
    const again = () => asked(fleet, 'Which pilots flew on which aircraft?', 900)
    expect(again()).toEqual(again())
  })

  it('shows the keys and the requested columns of a wide table', () => {
    const columns = Array.from({ length: 900 }, (_, at) => `measure_${at}`)
    const wide = table('readings', [...columns, 'pilot_id', 'cabin_pressure'], { pilot_id: 'pilots' })
    const context = asked(knowing([...FLEET, wide]), 'What was the cabin pressure of readings?', 2_000)
    const [shown] = context.tables.filter(({ name }) => name === 'readings')
    const names = shown?.columns.map(({ name }) => name) ?? []
    expect(names).toEqual(expect.arrayContaining(['id', 'pilot_id', 'cabin_pressure']))
    expect(names.length + (shown?.columnsLeftOut ?? 0)).toBe(903)
    expect(sizeOf(context)).toBeLessThanOrEqual(2_000)
  })

  it('counts comments of tables and columns once against the token limit', () => {
    const wide = table(
      'readings',
      Array.from({ length: 900 }, (_, at) => `sensor_${at}`),
    )
    const shownOf = (ofTable: string | undefined, ofColumns: string | undefined): number => {
      const columns = wide.columns.map((column) => ({
        ...column,
        ...(ofColumns === undefined ? {} : { comment: ofColumns }),
      }))
      const commented = { ...wide, columns, ...(ofTable === undefined ? {} : { comment: ofTable }) }
      const context = asked(knowing([...fillers, commented]), 'What are the readings?', 2_000)
      expect(sizeOf(context)).toBeLessThanOrEqual(2_000)
      return context.tables.find(({ name }) => name === 'readings')?.columns.length ?? 0
    }
    const plain = shownOf(undefined, undefined)
    expect(plain - shownOf('w'.repeat(300), undefined)).toBeLessThan(20)
    expect(shownOf(undefined, 'w'.repeat(300))).toBeLessThan(plain / 4)
  })
})

describe('values in a context', () => {
  const people = Array.from({ length: 500 }, (_, at) => `Person Nr${at}`)
  const kinds: ColumnValues[] = [
    { table: 'pilots', column: 'licence', values: ['ATPL', 'CPL'], complete: true },
    { table: 'aircraft', column: 'model', values: ['A320', 'B737'], complete: false },
  ]
  const lookedUp: ColumnValues[] = [
    { table: 'pilots', column: 'fullName', values: people, complete: false },
    { table: 'aircraft', column: 'model', values: ['B747', 'A380'], complete: false },
  ]
  const fleet: Knowledge = { ...knowing(FLEET.slice(200, 204), kinds), named: lookedUp }

  it('include only the names that the question contains', () => {
    expect(valuesText(asked(fleet, 'Which flights did Person Nr7 fly?').values)).toBe(
      'pilots.fullName: "Person Nr7", and more\npilots.licence: "ATPL", "CPL"\naircraft.model: "A320", "B737", and more',
    )
  })

  it('list the categories of the likeliest tables first, and none of unrelated tables', () => {
    expect(valuesText(asked(fleet, 'How many pilots are there for each aircraft?').values)).toBe(
      'aircraft.model: "A320", "B737", and more\npilots.licence: "ATPL", "CPL"',
    )
    expect(valuesText(asked(fleet, 'How many pilots?').values)).toBe('pilots.licence: "ATPL", "CPL"')
    expect(valuesText(asked(fleet, 'Wie viele?').values)).toContain('pilots.licence')
  })

  it.each<[string, readonly string[]]>([
    ['licence', Array.from({ length: 31 }, (_, at) => String(at + 1).padStart(2, '0'))],
    ['postal_code', ['1010', '1020']],
    ['licence', ['10115', '80331']],
  ])('omit %s if its values are numbers', (column, values) => {
    const known = knowing(FLEET.slice(200, 204), [{ table: 'pilots', column, values, complete: true }])
    expect(asked(known, 'How many pilots?').values).toEqual([])
  })

  it('list values in the question among the categories of their column', () => {
    expect(valuesText(asked(fleet, 'How many seats has a "B747"?').values)).toContain(
      'aircraft.model: "A320", "B737", "B747", and more',
    )
  })
})

describe('a context of any question on any schema', () => {
  it('stays within its token limit', () => {
    const names = ['"; DROP', 'ignore all rules', 'x'.repeat(128), 'Größe', '注文', '']
    const ugly = Array.from({ length: 300 }, (_, at) => table(`${names[at % names.length]} ${at}`, names))
    const values = ugly.map(({ name }) => ({
      table: name,
      column: 'Größe',
      values: ['💥'.repeat(20), '"\n'],
      complete: true,
    }))
    const questions = [
      '',
      '"'.repeat(8_000),
      'Größe '.repeat(1_300),
      '💥'.repeat(4_000),
      names.join(' '),
      '注文 '.repeat(2_000),
    ]
    for (const question of questions)
      for (const tokens of [300, 2_000, 6_000])
        expect(sizeOf(asked(knowing(ugly, values), question, tokens))).toBeLessThanOrEqual(tokens)
  })
})
