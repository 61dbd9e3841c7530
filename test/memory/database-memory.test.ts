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

describe('CacheMemory', () => {
  it('applies one limit to all caches, and evicts the least recently used entry', () => {
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

  it('never exceeds its limit', () => {
    const memory = memoryOf(10_000)
    const caches = ['schemas', 'views', 'values'].map((name) => memory.cache<number>(name))
    for (let n = 0; n < 3_000; n++) {
      caches[n % 3]?.set(`${n % 500}`, { value: n, bytes: (n * 37) % 900 })
      expect(memory.size.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(caches.reduce((sum, cache) => sum + cache.size.bytes, 0)).toBe(memory.size.bytes)
  })

  it('has a limit of 256 MiB by default', () => {
    expect(memoryOf().bytesMax).toBe(256 * 1024 * 1024)
  })

  it('returns a value larger than its limit without caching it', async () => {
    const memory = memoryOf(1_000)
    const cache = memory.cache<string>('views')
    expect(await cache.read('a', async () => ({ value: 'large', bytes: 2_000 }))).toBe('large')
    expect([cache.get('a'), memory.size.bytes]).toEqual([undefined, 0])
  })

  it('counts only the size of the newer value when an entry is replaced', () => {
    const memory = memoryOf(1_000)
    const cache = memory.cache<string>('views')
    cache.set('a', { value: 'old', bytes: 600 })
    cache.set('a', { value: 'new', bytes: 700 })
    expect([cache.get('a'), memory.size]).toEqual(['new', { bytes: 700, entries: 1 }])
    cache.delete('a')
    expect([cache.get('a'), memory.size]).toEqual([undefined, { bytes: 0, entries: 0 }])
  })

  it('computes a value once for concurrent reads, and again after a failure', async () => {
    const cache = memoryOf().cache<string>('schemas')
    let made = 0
    const make = async () => ({ value: `made ${++made}`, bytes: 10 })
    expect(await Promise.all([cache.read('a', make), cache.read('a', make)])).toEqual(['made 1', 'made 1'])
    const fail = async () => await Promise.reject(new Error('not now'))
    await expect(cache.read('b', fail)).rejects.toThrow('not now')
    expect(await cache.read('b', make)).toBe('made 2')
  })
})
