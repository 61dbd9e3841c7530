import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { jest } from '@jest/globals'
import { type OperatorBench, operatorBench } from './command.ts'
import { change, crmFile } from './crm-file.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench({ worker: true })
})
afterAll(() => bench.close())

const run = (...words: string[]) => bench.run(words)

const add = async (name: string) => {
  const file = crmFile(bench.folder, `${name}.db`)
  const words = ['--org', '1', '--name', name, '--url', `sqlite:${file}`, '--scoped', '--json']
  return { ...(await run('database', 'add', ...words)).json, file }
}

describe('tabletalk database glossary', () => {
  const write = (name: string, glossary: object) => writeFile(path.join(bench.folder, name), JSON.stringify(glossary))
  const GLOSSARY = {
    tables: [{ table: 'orders', synonyms: ['grue'], time: 'ordered_on' }],
    columns: [{ table: 'orders', column: 'total', synonyms: [], unit: 'EUR' }],
    phrases: [
      { phrase: 'tiny', table: 'orders', filter: { column: 'total', op: '<', value: 2 } },
      { phrase: 'turnover', table: 'orders', measure: { aggregate: 'sum', column: 'total' } },
    ],
  }

  it('replaces the glossary with that of a file, shows it, and exports the same file', async () => {
    const { database_id: id, key } = await add('first')
    expect((await run('database', 'glossary', id)).out).toMatch(/^first has no glossary\.$/)
    await write('words.json', GLOSSARY)
    const { code, out } = await run('database', 'glossary', id, '--apply', 'words.json')
    expect(code).toBe(0)
    for (const words of [
      ...[/orders +│ grue +│ dated by ordered_on/, /orders\.total < 2 +│ tiny/, /orders\.total +│ +│ in EUR/],
      /sum of orders\.total +│ turnover/,
    ])
      expect(out).toMatch(words)
    const headers = { 'X-API-Key': key, 'X-Tenant-Id': '3' }
    const json = { message: 'How many tiny grues are there?' }
    const { body } = await bench.platform.request('/api/v1/chat/message', { json, headers })
    expect(body.data.results).toEqual([{ 'number of orders': 2 }])
    await run('database', 'glossary', id, '--export', 'out.json')
    expect(JSON.parse(await readFile(path.join(bench.folder, 'out.json'), 'utf8'))).toEqual(GLOSSARY)
    const { items } = await bench.platform.app.store.audit.list({ organizationId: 1 }, { page: 1, pageSize: 1 })
    expect(items).toMatchObject([{ action: 'glossary.replaced', subject: id, actor: { kind: 'command' } }])
  })

  it('refuses a file with unknown tables, columns or fields, names the path of every error, and changes nothing', async () => {
    const { database_id: id } = await add('second')
    await write('wrong.json', { tables: [{ table: 'ghosts' }], columns: [{ table: 'orders', column: 'totals' }] })
    const { code, err } = await run('database', 'glossary', id, '--apply', 'wrong.json')
    expect([code, err]).toEqual([1, expect.stringContaining('wrong.json')])
    expect(err).toContain('tables[0].table: is not a known table: ghosts')
    expect(err).toContain('columns[0].column: is not a column of orders: totals')
    await write('typo.json', { tables: [{ table: 'orders', synonym: ['grue'] }] })
    const typo = await run('database', 'glossary', id, '--apply', 'typo.json')
    expect([typo.code, typo.err]).toEqual([1, expect.stringContaining('tables[0].synonym: is unknown')])
    expect((await run('database', 'glossary', id, '--apply', 'a.json', '--export', 'b.json')).code).toBe(1)
    expect((await run('database', 'glossary', id, '--json')).json.glossary.tables).toEqual([])
  })

  it('drafts a file with the evidence of each proposal, which takes effect only when it is applied', async () => {
    const { database_id: id, file } = await add('drafted')
    change(file, 'ALTER TABLE orders ADD COLUMN cust_no TEXT; ALTER TABLE orders ADD COLUMN disc_pct INTEGER')
    const { code, out, err } = await run('database', 'glossary', id, '--draft', 'draft.json')
    expect(code).toBe(0)
    expect(out).toMatch(/abbreviation +│ orders\.cust_no +│ also called "customer number"/)
    expect(err).toContain('The glossary with these proposals is in ')
    const draft = JSON.parse(await readFile(path.join(bench.folder, 'draft.json'), 'utf8'))
    expect(draft.proposals[0]).toMatchObject({ evidence: expect.stringMatching(/\.$/) })
    expect((await run('database', 'glossary', id, '--json')).json.glossary.columns).toEqual([])
    expect((await run('database', 'glossary', id, '--apply', 'draft.json')).code).toBe(0)
    expect((await run('database', 'glossary', id, '--json')).json.glossary).toEqual(draft.glossary)
    expect((await run('database', 'glossary', id, '--draft', 'again.json', '--json')).json).toMatchObject({
      database_id: id,
      glossary_file: 'again.json',
      proposals: [],
      glossary: draft.glossary,
    })
    expect((await run('database', 'glossary', id, '--draft', '--apply', 'draft.json')).code).toBe(1)
  })

  it('reports the entries whose columns no longer exist', async () => {
    const { file } = await add('third')
    await write('words.json', GLOSSARY)
    await run('database', 'glossary', 'third', '--apply', 'words.json')
    change(file, 'ALTER TABLE orders RENAME COLUMN total TO amount')
    const { code, out, err } = await run('database', 'glossary', 'third')
    expect([code, out]).toEqual([0, expect.not.stringContaining('turnover')])
    expect(err).toContain('phrases[1].measure.column: is not a column of orders: total')
  })
})
