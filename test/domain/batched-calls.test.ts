import { batchedCalls } from '../../src/platform/values/batched-calls.ts'

/** Batches whose runs end when the test says so. */
const heldBatches = () => {
  const runs: { readonly calls: readonly string[]; readonly end: PromiseWithResolvers<readonly string[]> }[] = []
  const call = batchedCalls<string, string>((key, calls) => {
    const end = Promise.withResolvers<readonly string[]>()
    runs.push({ calls: calls.map((one) => `${key}${one}`), end })
    return end.promise
  })
  return { runs, call }
}

describe('batched calls', () => {
  it('run the first call at once, and combine those of the same key that arrive meanwhile', async () => {
    const { runs, call } = heldBatches()
    const all = [call('a', '1'), call('a', '2'), call('b', '3'), call('a', '4')]
    expect(runs.map(({ calls }) => calls)).toEqual([['a1'], ['b3']])
    runs[0]?.end.resolve(['one'])
    expect(await all[0]).toBe('one')
    expect(runs[2]?.calls).toEqual(['a2', 'a4'])
    runs[1]?.end.resolve(['three'])
    runs[2]?.end.resolve(['two', 'four'])
    expect(await Promise.all(all)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('reject every call of a run that fails or has too few values, and no other', async () => {
    const { runs, call } = heldBatches()
    const first = call('a', '1')
    const others = Promise.allSettled([call('a', '2'), call('a', '3')])
    runs[0]?.end.reject(new Error('first'))
    await expect(first).rejects.toThrow('first')
    const last = call('a', '4')
    runs[1]?.end.resolve(['two'])
    expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    runs[2]?.end.resolve(['four'])
    expect(await last).toBe('four')
    const again = call('a', '5')
    runs[3]?.end.resolve(['five'])
    expect(await again).toBe('five')
  })
})
