import { ParserLost } from '../../../src/engines/sql/parse/parser.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import { CHAINS, NESTINGS } from './hostile-shapes.ts'

/** The texts of these tests exceed the limits that drafts have. */
const pools: ParserPool[] = []
const open = (deadlineMs?: number): ParserPool => {
  const pool = new ParserPool('sqlite', deadlineMs === undefined ? {} : { deadlineMs })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const HOSTILE = { organizationId: 1, tenantId: 'hostile' }
const NEIGHBOUR = { organizationId: 1, tenantId: 'neighbour' }
const OTHER = { organizationId: 2, tenantId: 'other' }

/** A text that traps the parser. */
const TRAP = CHAINS.plus?.(3_000) ?? ''
/** A text that the parser does not finish in time. */
const ENDLESS = NESTINGS.casts?.(200) ?? ''

const parsedTree = [{ kind: 'tree', tree: expect.any(Array) }]

it('ParserPool gives the tree or the syntax error of each text', async () => {
  const parsed = await open().parse(['SELECT 1', 'SELECT FROM WHERE', 'SELECT 2'], OTHER)
  expect(parsed.map(({ kind }) => kind)).toEqual(['tree', 'syntax', 'tree'])
})

const trapped = open()

it.each(['plus', 'and', 'or', 'concatenation', 'is null', 'like', 'equals', 'between', 'time zone', 'array type'])(
  'ParserPool replaces a parser that traps on a chain of %s, and parses the next text',
  async (name) => {
    await expect(trapped.parse([CHAINS[name]?.(3_000) ?? ''], HOSTILE)).rejects.toThrow(ParserLost)
    expect(await trapped.parse(['SELECT 1'], HOSTILE)).toEqual(parsedTree)
    expect(await trapped.parse(['SELECT 1'], OTHER)).toEqual(parsedTree)
  },
)

it('a trap in ParserPool fails only its own call', async () => {
  const pool = open()
  const calls = [TRAP, 'SELECT 1', TRAP, 'SELECT 2', TRAP].map((text, index) =>
    pool.parse([text], { organizationId: index, tenantId: '1' }),
  )
  const ends = await Promise.allSettled(calls)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected'])
})

it('ParserPool ends a text that exceeds the deadline, and parses texts of other tenants in the meantime', async () => {
  const pool = open(2_000)
  const ended: string[] = []
  const overruns = [1, 2, 3].map(() =>
    pool.parse([ENDLESS], HOSTILE).catch((error: unknown) => {
      ended.push('hostile')
      expect(error).toBeInstanceOf(ParserLost)
    }),
  )
  for (const owner of [NEIGHBOUR, OTHER]) {
    expect(await pool.parse(['SELECT 1'], owner)).toEqual(parsedTree)
    ended.push(owner.tenantId)
  }
  await Promise.all(overruns)
  expect(ended).toEqual(['neighbour', 'other', 'hostile', 'hostile', 'hostile'])
  expect(await pool.parse(['SELECT 1'], HOSTILE)).toEqual(parsedTree)
})
