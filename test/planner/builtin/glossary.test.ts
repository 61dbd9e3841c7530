import { describe, expect, it } from '@jest/globals'
import type { ColumnGloss, Glossary, PhraseGloss } from '../../../src/ask/rules/glossary.ts'
import type { Measure } from '../../../src/planner/builtin/query/index.ts'
import { catalogOf, glossaryMeasures } from '../../../src/planner/builtin/schema/index.ts'
import { measureWords } from '../../../src/planner/builtin/sentence/index.ts'
import { Fixture } from './fixture.ts'

/** Order lines as in an ERP system; line 3 has no discount, and line 4 no price. */
const SCRIPT = `
CREATE TABLE parts (part_no INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE lines (id INTEGER PRIMARY KEY, article INTEGER, quantity INTEGER, price INTEGER, cost INTEGER, discount INTEGER);
INSERT INTO parts VALUES (1, 'Bolt'), (2, 'Nut');
INSERT INTO lines VALUES (1, 1, 2, 10, 4, 25), (2, 2, 1, 20, 15, 50), (3, 1, 3, 5, 1, NULL), (4, 1, 9, NULL, 1, 0);`

const measured = (phrase: string, times: NonNullable<PhraseGloss['measure']>['times'] & {}): PhraseGloss => ({
  phrase,
  table: 'lines',
  measure: { aggregate: 'sum', column: 'quantity', times },
})
const KEY: ColumnGloss = { table: 'lines', column: 'article', synonyms: [], references: 'parts.part_no' }
const GLOSSARY: Glossary = {
  tables: [],
  columns: [KEY],
  phrases: [
    measured('revenue', ['price', { from: 1, minus: 'discount', per: 100 }]),
    measured('margin', [{ from: 'price', minus: 'cost' }]),
  ],
}

describe('Formula of a measure', () => {
  it('multiplies by 1 minus a discount in percent, and treats a missing discount as 0', async () => {
    expect(await new Fixture(SCRIPT, GLOSSARY).value('What is the revenue?')).toBe(2 * 10 * 0.75 + 20 * 0.5 + 3 * 5)
  })

  it('multiplies by the difference of two columns', async () => {
    expect(await new Fixture(SCRIPT, GLOSSARY).value('What is the margin?')).toBe(2 * 6 + 5 + 3 * 4)
  })

  it('is one of the assumptions of an answer', async () => {
    const { draft } = await new Fixture(SCRIPT, GLOSSARY).ask('What is the revenue?')
    const assumptions = draft.mode === 'query' ? draft.assumptions : []
    expect(assumptions.join('\n')).toContain('lines.quantity × price × (1 − discount / 100)')
  })

  it('keeps its name after its query is stored as JSON for a follow-up', () => {
    const { view } = new Fixture(SCRIPT, GLOSSARY).knowledge
    const stored = glossaryMeasures(GLOSSARY).map(([, measure]): Measure => JSON.parse(JSON.stringify(measure)))
    expect(stored.map((measure) => measureWords(catalogOf(view), 'lines', measure))).toEqual(['revenue', 'margin'])
  })
})

describe('Column that the glossary sums', () => {
  it('is not compared per row without a choice, because the sum may be meant', async () => {
    const glossary: Glossary = {
      tables: [
        { table: 'parts', synonyms: [] },
        { table: 'lines', synonyms: ['sold'] },
      ],
      columns: [KEY, { table: 'lines', column: 'quantity', synonyms: ['units'] }],
      phrases: [{ phrase: 'units sold', table: 'lines', measure: { aggregate: 'sum', column: 'quantity' } }],
    }
    const modeOf = async (known: Glossary) =>
      (await new Fixture(SCRIPT, known).ask('Which parts sold more than 10 units?')).draft.mode
    expect(await modeOf(glossary)).toBe('clarify')
    expect(await modeOf({ ...glossary, phrases: [] })).toBe('query')
  })
})

describe('Label and surname columns of the glossary', () => {
  it('are shown together like a first and last name', async () => {
    const script = `CREATE TABLE staff (id INTEGER PRIMARY KEY, town TEXT, nn TEXT, vn TEXT);
      INSERT INTO staff VALUES (1, 'Lyon', 'Moss', 'Ada');`
    const tables = [{ table: 'staff', synonyms: [], label: 'vn', surname: 'nn' }]
    expect(await new Fixture(script, { columns: [], phrases: [], tables }).rows('List all staff')).toEqual([
      ['Ada', 'Moss', 'Lyon'],
    ])
  })
})

describe('Key of the glossary', () => {
  it('joins tables as a declared key does', async () => {
    expect(await new Fixture(SCRIPT, GLOSSARY).rows('What is the revenue per part?')).toEqual([
      ['Bolt', 30],
      ['Nut', 10],
    ])
  })
})
