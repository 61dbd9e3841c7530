import { goThrough, lineOf } from '../../store/faults/go-through.ts'
import { tableOf } from '../../store/faults/table.ts'

describe('Store verb with a fault at any of its commands', () => {
  it('reaches the same state and result as without the fault', async () => {
    const { judged } = await goThrough((cases) => cases, 4)
    console.info(tableOf(judged))
    expect(judged.filter(({ wrong }) => wrong !== undefined).map(lineOf)).toEqual([])
  }, 900_000)
})
