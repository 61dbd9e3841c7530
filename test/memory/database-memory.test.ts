import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'

const opened: CacheMemory[] = []
const memoryOf = (bytesMax?: number): CacheMemory => {
  const memory = new CacheMemory(bytesMax)
  opened.push(memory)
  return memory
}
afterAll(() => {
  for (const memory of opened) memory.close()
})

describe('what a process keeps of databases', () => {
  it('is weighed together, whatever it is, and gives way to what is used', () => {
    const memory = memoryOf(1_000)
    const [schemas, views] = [memory.cache<string>('schemas'), memory.cache<number>('views')]
    schemas.set('a', { value: 'a', bytes: 400 })
    views.set('a', { value: 1, bytes: 400 })
    expect(memory.size).toEqual({ bytes: 800, entries: 2 })
    expect(schemas.get('a')).toBe('a')
    views.set('b', { value: 2, bytes: 300 })
    expect([schemas.get('a'), views.get('a'), views.get('b')]).toEqual(['a', undefined, 2])
    expect([schemas.size, views.size]).toEqual([
      { bytes: 400, entries: 1 },
      { bytes: 300, entries: 1 },
    ])
  })

  it('is never more than the limit, however much there is', () => {
    const memory = memoryOf(10_000)
    const shelves = ['schemas', 'views', 'values'].map((name) => memory.cache<number>(name))
    for (let n = 0; n < 3_000; n++) {
      shelves[n % 3]?.set(`${n % 500}`, { value: n, bytes: (n * 37) % 900 })
      expect(memory.size.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(shelves.reduce((sum, shelf) => sum + shelf.size.bytes, 0)).toBe(memory.size.bytes)
  })

  it('is 256 MiB unless another number is set', () => {
    expect(memoryOf().bytesMax).toBe(256 * 1024 * 1024)
  })

  it('leaves out what is heavier than all there is room for, and answers with it all the same', async () => {
    const memory = memoryOf(1_000)
    const shelf = memory.cache<string>('views')
    expect(await shelf.read('a', async () => ({ value: 'large', bytes: 2_000 }))).toBe('large')
    expect([shelf.get('a'), memory.size.bytes]).toEqual([undefined, 0])
  })

  it('is replaced by what is newer, and weighed once', () => {
    const memory = memoryOf(1_000)
    const shelf = memory.cache<string>('views')
    shelf.set('a', { value: 'old', bytes: 600 })
    shelf.set('a', { value: 'new', bytes: 700 })
    expect([shelf.get('a'), memory.size]).toEqual(['new', { bytes: 700, entries: 1 }])
    shelf.delete('a')
    expect([shelf.get('a'), memory.size]).toEqual([undefined, { bytes: 0, entries: 0 }])
  })

  it('is made once for all who ask meanwhile, and anew after a failure', async () => {
    const shelf = memoryOf().cache<string>('schemas')
    let made = 0
    const make = async () => ({ value: `made ${++made}`, bytes: 10 })
    expect(await Promise.all([shelf.read('a', make), shelf.read('a', make)])).toEqual(['made 1', 'made 1'])
    const fail = async () => await Promise.reject(new Error('not now'))
    await expect(shelf.read('b', fail)).rejects.toThrow('not now')
    expect(await shelf.read('b', make)).toBe('made 2')
  })
})
