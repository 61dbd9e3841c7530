import { ParserPool } from '../../../../src/engines/sql/parse/parser-pool.ts'

const honest = [{ kind: 'tree', tree: expect.any(Array) }]

it('the deadline is for parsing: starting a thread takes longer, and costs no text its answer', async () => {
  // No thread starts within this time, and any text that a thread has is parsed within it.
  const pool = new ParserPool('sqlite', { deadlineMs: 100 })
  expect(await pool.parse(['SELECT 1'], { organizationId: 9 })).toEqual(honest)
  const many = Array.from({ length: 6 }, (_, index) => pool.parse(['SELECT 1'], { organizationId: index }))
  expect(await Promise.all(many)).toEqual(Array(6).fill(honest))
  await pool.close()
})
