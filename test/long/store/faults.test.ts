import { goThrough, lineOf } from '../../store/faults/go-through.ts'
import { tableOf } from '../../store/faults/table.ts'

describe('every verb of the store with every trouble at every one of its commands', () => {
  it('comes to the state and the answer that it has without', async () => {
    const { judged } = await goThrough((cases) => cases, 4)
    console.info(tableOf(judged))
    expect(judged.filter(({ wrong }) => wrong !== undefined).map(lineOf)).toEqual([])
  }, 900_000)
})
