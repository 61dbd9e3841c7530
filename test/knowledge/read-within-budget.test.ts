import { readWithinBudget } from '../../src/knowledge/read-within-budget.ts'

const { signal } = new AbortController()
const none = () => undefined

describe('reading for a question', () => {
  it('reads a few at a time, in order', async () => {
    let running = 0
    let most = 0
    const order: number[] = []
    const read = async (item: number): Promise<number> => {
      order.push(item)
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return item * 2
    }
    const items = Array.from({ length: 20 }, (_, item) => item)
    const found = await readWithinBudget({ items, kept: none, read, parallel: 3, budgetMs: 60_000, signal })
    expect([most, order]).toEqual([3, items])
    expect([...found.values()].toSorted((a, b) => a - b)).toEqual(items.map((item) => item * 2))
  })

  it('leaves out what the time does not suffice for, and begins nothing more', async () => {
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    const read = async (item: string): Promise<string> => {
      begun.push(item)
      if (item === 'slow') await gate.promise
      return item
    }
    const items = ['a', 'slow', 'b', 'c']
    const kept = (item: string) => (item === 'c' ? 'kept' : undefined)
    const found = await readWithinBudget({ items, kept, read, parallel: 1, budgetMs: 20, signal })
    expect([...found].toSorted()).toEqual([
      ['a', 'a'],
      ['c', 'kept'],
    ])
    gate.resolve()
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'slow'])
  })

  it('ends for a reader who leaves, and for a read that fails', async () => {
    const never = () => new Promise<never>(() => undefined)
    const leaving = new AbortController()
    const left = readWithinBudget({
      items: [1],
      kept: none,
      read: never,
      parallel: 1,
      budgetMs: 60_000,
      signal: leaving.signal,
    })
    leaving.abort()
    await expect(left).rejects.toThrow(/abort/i)
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(
      readWithinBudget({ items: [1, 2], kept: none, read: broken, parallel: 2, budgetMs: 60_000, signal }),
    ).rejects.toThrow('broken')
  })
})
