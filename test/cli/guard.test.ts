import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import type { Schema } from '../../src/guard/schema.ts'
import { never } from '../engines/contract/contract-bench.ts'
import { fixturePolicy, TABLES } from '../engines/contract/fixture.ts'
import { SHOP_POLICY, SHOP_SCHEMA } from '../engines/mongodb/guard/shop.ts'
import { SQLITE } from '../engines/sqlite/adapter.ts'
import { CommandProcess } from './command-process.ts'

const PROCESS = path.join(import.meta.dirname, 'guard-process.ts')
const POLICY = fixturePolicy(SQLITE.name)

let folder: string
let schema: Schema
const file = (name: string): string => path.join(folder, name)
const write = (name: string, content: unknown): string => {
  writeFileSync(file(name), JSON.stringify(content))
  return file(name)
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-guard-'))
  const [engine, database] = [SQLITE.start(), await SQLITE.load(TABLES)]
  schema = await engine.describe(database.address, never())
  await Promise.all([engine.close(), database.remove()])
  write('shop.policy.json', POLICY)
  write('shop.schema.json', schema)
})
afterAll(() => rmSync(folder, { recursive: true }))

const commands = new CommandProcess()
afterAll(() => commands.close())

const guard = (args: readonly string[], input = '') => commands.run({ words: ['guard', ...args], env: {}, input })

const explain = async (input: string, ...more: readonly string[]) => {
  const { out, code } = await guard(['explain', '--policy', file('shop.policy.json'), ...more], input)
  return {
    code,
    lines: out
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line)),
  }
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

describe('guard explain', () => {
  it('answers every line in order with the guarded statement, its parameters and tables, or with a refusal reason', async () => {
    const input = [
      line({ id: 'first', query: "SELECT COUNT(*) FROM orders WHERE status = 'paid'" }),
      line({ id: 2, query: 'SELECT * FROM vault' }),
      'no json\n',
      line({ id: 4 }),
      line({ id: { deep: 1 }, query: 'SELECT 1' }),
      '\n',
      line(['SELECT 1']),
      line({ id: 8, query: 'SELECT 1; SELECT 2' }),
    ].join('')
    const { lines, code } = await explain(input, '--tenant', '1', '--scope', 'ann')
    expect(code).toBe(0)
    expect(lines).toEqual([
      {
        id: 'first',
        verdict: 'accepted',
        params: [1, 'ann'],
        tables: ['orders'],
        query: expect.stringContaining('"tenant_id" = ?1 AND "owner" = ?2'),
      },
      { id: 2, verdict: 'refused', reason: 'unknown_table' },
      { id: null, verdict: 'refused', reason: 'malformed_line' },
      { id: 4, verdict: 'refused', reason: 'malformed_line' },
      { id: null, verdict: 'accepted', query: 'SELECT 1', params: [], tables: [] },
      { id: null, verdict: 'refused', reason: 'malformed_line' },
      { id: 8, verdict: 'refused', reason: 'several_statements' },
    ])
  })

  it('accepts a MongoDB command as an object or as text, and answers with the guarded command', async () => {
    write('documents.policy.json', SHOP_POLICY)
    const collections = SHOP_SCHEMA.tables.map(({ name, columns }) => ({
      name,
      fields: columns.map(({ name: path, type, arrays }) => ({
        path,
        types: type.split(' | '),
        ...(arrays && { arrays }),
      })),
    }))
    write('documents.schema.json', { engine: 'mongodb', collections })
    const command = { collection: 'orders', pipeline: [{ $match: { status: 'open' } }] }
    const input = [
      command,
      JSON.stringify(command),
      { find: 'vault' },
      { collection: 'orders', pipeline: [{ $out: 'x' }] },
    ]
    const { out, code } = await guard(
      ['explain', '--engine', 'mongodb', '--policy', file('documents.policy.json'), '--tenant', '1'],
      input.map((query, id) => line({ id, query })).join(''),
    )
    expect(code).toBe(0)
    const [first, second, ...refused] = out
      .split('\n')
      .filter(Boolean)
      .map((answer): unknown => JSON.parse(answer))
    const head = { $match: { tenant_id: { $eq: 1, $not: { $type: 'array' } } } }
    expect(first).toEqual({
      id: 0,
      verdict: 'accepted',
      params: [1],
      tables: ['orders'],
      query: {
        op: 'aggregate',
        collection: 'orders',
        pipeline: [head, { $project: { 'items.cost': 0 } }, ...command.pipeline, { $limit: 100_000 }],
      },
    })
    expect(second).toEqual({ ...Object(first), id: 1 })
    expect(refused).toEqual([
      { id: 2, verdict: 'refused', reason: 'unknown_collection' },
      { id: 3, verdict: 'refused', reason: 'forbidden_operator' },
    ])
  })

  it('keeps the order of 1,500 lines of different cost, and reads a last line without a line break', async () => {
    const { draft: slow } = SQLITE.queries.toSorted((a, b) => b.draft.length - a.draft.length)[0] ?? { draft: '' }
    const queries = Array.from({ length: 1_500 }, (_, id) => ({ id, query: id % 7 === 0 ? slow : 'SELECT 1' }))
    const { lines } = await explain(queries.map(line).join('').trimEnd(), '--tenant', '1')
    expect(lines.map((answer) => (answer as { id: number }).id)).toEqual(queries.map(({ id }) => id))
  })

  const startExplain = () =>
    execa(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', PROCESS, 'guard', 'explain'],
        ...['--policy', file('shop.policy.json'), '--tenant', '1'],
      ],
      { reject: false, buffer: false, stdin: 'pipe' },
    )

  it('answers each line before the next one arrives', async () => {
    const child = startExplain()
    for (const id of [1, 2, 3]) {
      child.stdin?.write(line({ id, query: 'SELECT 1' }))
      const [answer] = await once(child.stdout ?? child, 'data')
      expect(JSON.parse(String(answer))).toMatchObject({ id, verdict: 'accepted' })
    }
    child.stdin?.end()
    expect(await child).toMatchObject({ exitCode: 0 })
  })

  it('prints a parameter as a string if a JSON number would round it', async () => {
    const { lines } = await explain(
      line({ id: 1, query: 'SELECT COUNT(*) FROM orders' }),
      '--tenant',
      '9007199254740993',
    )
    expect(lines).toMatchObject([{ params: ['9007199254740993'] }])
  })

  it('refuses a line that is too long, and continues with the next one', async () => {
    const { lines } = await explain(`${'x'.repeat(3_000_000)}\n${line({ id: 1, query: 'SELECT 1' })}`, '--tenant', '1')
    expect(lines).toMatchObject([
      { id: null, reason: 'malformed_line' },
      { id: 1, verdict: 'accepted' },
    ])
  })

  it('applies backpressure to its input, and exits with 0 when its reader closes the pipe', async () => {
    const child = startExplain()
    child.stdin?.on('error', () => undefined)
    const text = line({ id: 1, query: 'SELECT 1' }).repeat(1_000)
    const feed = (): void => {
      while (child.stdin?.writable && child.stdin.write(text));
    }
    child.stdin?.on('drain', feed)
    feed()
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.stdout?.destroy()
    expect(await child).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['a call without policy and database', [], /--policy FILE or --database ID/],
    ['a missing tenant', ['--policy', 'shop.policy.json'], /--tenant/],
    ['an invalid tenant', ['--policy', 'shop.policy.json', '--tenant', '042'], /--tenant must be a positive integer/],
    [
      'an unknown engine',
      ['--policy', 'shop.policy.json', '--engine', 'nothing', '--tenant', '1'],
      /no engine nothing/,
    ],
    ['a missing file', ['--policy', 'missing.json', '--tenant', '1'], /There is no .*missing\.json/],
    [
      'a misspelt key',
      ['--policy', 'misspelt.json', '--tenant', '1'],
      /misspelt\.json: .*\n.*tables\.orders\.hid: is unknown/,
    ],
    ['a missing schema', ['--policy', 'alone/policy.json', '--tenant', '1'], /--schema FILE/],
    [
      'a schema of another engine',
      ['--policy', 'shop.policy.json', '--schema', 'other.json', '--tenant', '1'],
      /other/,
    ],
    [
      'a tenant for an unscoped database',
      ['--policy', 'whole.policy.json', '--schema', 'shop.schema.json', '--tenant', '1'],
      /remove --tenant/,
    ],
  ])('exits with 1 and a message for %s', async (_, args, message) => {
    write('misspelt.json', { ...POLICY, tables: { orders: { mode: 'tenant', hid: ['x'] } } })
    write('other.json', { ...schema, engine: 'other' })
    const { tenant: _tenant, ...whole } = POLICY
    write('whole.policy.json', { ...whole, tables: { orders: { mode: 'shared' } } })
    const alone = mkdtempSync(file('alone-'))
    writeFileSync(path.join(alone, 'policy.json'), JSON.stringify(POLICY))
    const paths = args.map((arg) =>
      arg.startsWith('alone/') ? path.join(alone, 'policy.json') : arg.endsWith('.json') ? file(arg) : arg,
    )
    const { code, err, out } = await guard(['explain', ...paths])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(message)
    expect(err).not.toMatch(/ {4}at /)
  })
})

describe('guard attack', () => {
  const attack = (...more: readonly string[]) => guard(['attack', '--policy', file('shop.policy.json'), ...more])

  it('reports no leak for the fixture policy, and exits with 0', async () => {
    const text = await attack()
    expect(text).toMatchObject({ code: 0, err: '' })
    expect(text.out).toMatch(/\d{3} refused, \d{2,3} filtered, 0 LEAKED/)
  }, 300_000)

  it('exits with 1 if the policy opens no table to the caller', async () => {
    const policy = write('closed.policy.json', { ...POLICY, tables: { '*': { mode: 'deny' } } })
    const { code, err } = await guard(['attack', '--policy', policy, '--schema', file('shop.schema.json')])
    expect(code).toBe(1)
    expect(err).toMatch(/opens no table to this caller/)
  })
})
