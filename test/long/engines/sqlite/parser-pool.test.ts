import { ParserPool } from '../../../../src/engines/sql/parse/parser-pool.ts'

const parsed = [{ kind: 'tree', tree: expect.any(Array) }]

it('ParserPool applies its deadline to parsing, not to starting a thread', async () => {
  // Shorter than the start of a thread, and long enough to parse the text.
  const pool = new ParserPool('sqlite', { deadlineMs: 100 })
  expect(await pool.parse(['SELECT 1'], { organizationId: 9 })).toEqual(parsed)
  const many = Array.from({ length: 6 }, (_, index) => pool.parse(['SELECT 1'], { organizationId: index }))
  expect(await Promise.all(many)).toEqual(Array(6).fill(parsed))
  await pool.close()
})
