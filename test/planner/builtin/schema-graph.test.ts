import type { Step } from '../../../src/planner/builtin/query/index.ts'
import { type Path, SchemaGraph } from '../../../src/planner/builtin/schema/index.ts'
import { numbers } from './large.ts'

const key = (from: string, column: string, to: string) => ({ from, column, to, refColumn: 'id' })

const shop = new SchemaGraph(
  [
    key('orders', 'customer_id', 'customers'),
    key('items', 'order_id', 'orders'),
    key('items', 'product_id', 'products'),
    key('reviews', 'product_id', 'products'),
    key('reviews', 'customer_id', 'customers'),
    ...['orders', 'products', 'customers', 'reviews'].map((table) => key(table, 'tenant_id', 'tenants')),
  ],
  6,
)

const tables = (from: string, to: string, via: readonly string[] = []) =>
  shop.path(from, to, via)?.steps.map((step) => step.to)

describe('Join paths', () => {
  it('follow keys in both directions', () => {
    expect(tables('items', 'customers')).toEqual(['orders', 'customers'])
    expect(tables('orders', 'products')).toEqual(['items', 'products'])
  })

  it('prefer tables that the question names to the shorter path', () => {
    expect(tables('customers', 'products')).toEqual(['reviews', 'products'])
    expect(tables('customers', 'products', ['orders'])).toEqual(['orders', 'items', 'products'])
  })

  it('never lead through a hub table', () => {
    expect(shop.isHub('tenants')).toBe(true)
    expect(tables('orders', 'reviews')).not.toContain('tenants')
    expect(tables('orders', 'tenants')).toEqual(['tenants'])
  })

  it('are marked as tied if two keys reference the same table', () => {
    const flights = new SchemaGraph([key('flights', 'from_id', 'airports'), key('flights', 'to_id', 'airports')], 2)
    expect(flights.path('flights', 'airports')?.tied).toBe(true)
  })
})

/** Reference implementation: searches all paths of at most five joins. */
const exhaustive = (graph: SchemaGraph, from: string, to: string, via: readonly string[]): Path | undefined => {
  if (from === to) return { steps: [], cost: 0, tied: false }
  const found: { steps: readonly Step[]; cost: number }[] = []
  const walk = (steps: readonly Step[], seen: readonly string[], cost: number): void => {
    const at = seen.at(-1) ?? from
    if (at === to) found.push({ steps, cost })
    if (at === to || steps.length === 5 || (steps.length > 0 && graph.isHub(at))) return
    for (const step of graph.stepsFrom(at)) {
      if (seen.includes(step.to)) continue
      const turn = steps.at(-1)?.up === true && !step.up ? 2.5 : 0
      const gain = step.to !== to && via.includes(step.to) ? 1.5 : 0
      walk([...steps, step], [...seen, step.to], cost + 1 + turn - gain)
    }
  }
  walk([], [from], 0)
  const [best, second] = found.sort((a, b) => a.cost - b.cost || a.steps.length - b.steps.length)
  if (best === undefined) return undefined
  const tied = second !== undefined && second.cost - best.cost < 0.25 && second.steps.length === best.steps.length
  return { ...best, tied }
}

describe('Search for join paths', () => {
  it('returns the results of an exhaustive search', () => {
    const next = numbers(11)
    for (let round = 0; round < 60; round++) {
      const count = 4 + next(8)
      const pick = () => `t${next(count)}`
      const keys = Array.from({ length: count + next(2 * count) }, (_, index) => key(pick(), `c${index}`, pick()))
      const graph = new SchemaGraph(
        keys.filter(({ from, to }) => from !== to),
        count,
      )
      for (let search = 0; search < 20; search++) {
        const [from, to] = [pick(), pick()]
        const via = Array.from({ length: search % 4 }, pick)
        expect(graph.path(from, to, via)).toEqual(exhaustive(graph, from, to, via))
        expect(graph.distance(from, to)).toBe(exhaustive(graph, from, to, [])?.cost ?? 9)
      }
    }
  })
})
