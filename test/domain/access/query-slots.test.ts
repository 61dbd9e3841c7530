import type { Slot, SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import { type FastSlot, QuerySlots } from '../../../src/access/rules/query-slots.ts'

const server = (tenantId: string, organizationId = 1): SlotOwner => ({ organizationId, tenantId, keyId: 'server' })
const visitor = (tenantId: string, scopeId = tenantId): SlotOwner => ({
  ...{ organizationId: 1, kind: 'database', keyId: 'public', tenantId, scopeId },
})

/** Lets every promise that can go on go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

type State = 'waits for a fast slot' | 'fast' | 'waits for a slow slot' | 'slow' | 'line full'

/** A statement as an engine runs it; a test says when it has been in a fast slot for long enough, and when it ends. */
class Statement {
  state: State = 'waits for a fast slot'
  readonly #slots: QuerySlots
  readonly #owner: SlotOwner
  #slot: FastSlot | undefined
  #held: Slot | undefined

  constructor(slots: QuerySlots, owner: SlotOwner) {
    this.#slots = slots
    this.#owner = owner
    void slots.fast(owner).then((slot) => {
      if (slot === 'queue_full') throw new Error('the line is full')
      this.#slot = slot
      this.#held = slot
      this.state = 'fast'
    })
  }

  outgrow(): void {
    if (this.#slot?.becomeSlow()) {
      this.state = 'slow'
      return
    }
    this.state = 'waits for a slow slot'
    this.#held?.release()
    void this.#slots.slow(this.#owner).then((slot) => {
      this.state = slot === 'queue_full' ? 'line full' : 'slow'
      if (slot !== 'queue_full') this.#held = slot
    })
  }

  end(): void {
    this.#held?.release()
  }
}

/** Slots of an engine, and what runs in them. */
class World {
  readonly slots: QuerySlots
  readonly #all: Statement[] = []

  constructor(max = 8) {
    this.slots = new QuerySlots({ max, waitingMax: 2_000 })
  }

  async ask(owner: SlotOwner): Promise<Statement> {
    const asked = new Statement(this.slots, owner)
    this.#all.push(asked)
    await settled()
    return asked
  }

  /** Whatever is in a fast slot has been there for as long as it may. */
  async outgrow(): Promise<void> {
    for (const statement of this.in('fast')) statement.outgrow()
    await settled()
  }

  in(state: State): readonly Statement[] {
    return this.#all.filter((statement) => statement.state === state)
  }
}

/** What twelve statements with one public key may name. */
const NAMED = {
  'one tenant and scope': () => visitor('1', 'a'),
  'one tenant': (index: number) => visitor('1', String(index)),
  'three tenants': (index: number) => visitor(String(index % 3), 'a'),
  'a tenant each': (index: number) => visitor(String(index)),
} as const

const OTHERS: Readonly<Record<string, SlotOwner>> = {
  'another of that tenant, by the server': server('1'),
  'another tenant': server('99'),
  'another organization': server('1', 2),
  'another public key': { ...visitor('1', 'a'), keyId: 'another' },
}

describe.each(Object.keys(NAMED) as (keyof typeof NAMED)[])(
  'twelve long statements of one public key, naming %s,',
  (name) => {
    const besieged = async (): Promise<World> => {
      const world = new World()
      for (let index = 0; index < 12; index++) await world.ask(NAMED[name](index))
      return world
    }

    it('leave a fast slot to whoever has none, while all of them are new', async () => {
      const world = await besieged()
      expect(world.in('fast')).toHaveLength(7)
      for (const other of Object.keys(OTHERS)) {
        const asked = await world.ask(OTHERS[other] ?? server(other))
        expect([other, asked.state]).toEqual([other, 'fast'])
        asked.end()
        asked.state = 'line full'
      }
    })

    it('hold no fast slot once they have taken too long, and two of four slow ones at most', async () => {
      const world = await besieged()
      for (let times = 0; times < 3; times++) await world.outgrow()
      const slow = name === 'one tenant and scope' ? 1 : 2
      expect(world.in('slow')).toHaveLength(slow)
      expect(world.in('waits for a slow slot')).toHaveLength(12 - slow)
      expect([...world.in('fast'), ...world.in('waits for a fast slot')]).toEqual([])
    })

    it('keep another visitor with that key waiting for two such times at most', async () => {
      const world = await besieged()
      const asked = await world.ask(visitor('77', 'z'))
      for (let times = 0; times < 2 && asked.state !== 'fast'; times++) await world.outgrow()
      expect(asked.state).toBe('fast')
    })
  },
)

describe('a statement that has been in a fast slot for long enough', () => {
  it('goes on in a slow slot where one is free, and its fast slot is free', async () => {
    const world = new World(4)
    const long = await world.ask(server('1'))
    long.outgrow()
    expect(long.state).toBe('slow')
    for (let each = 0; each < 3; each++) await world.ask(server(String(each)))
    expect(world.in('fast')).toHaveLength(3)
  })

  it.each([
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 4],
    [9, 4],
    [100, 50],
  ])('of %i slots, finds %i slow ones in all', async (max, most) => {
    const world = new World(max)
    for (let each = 0; each < 120; each++) await world.ask(server(String(each), each))
    for (let times = 0; times < 120; times++) await world.outgrow()
    expect(world.in('slow')).toHaveLength(most)
    expect(world.in('waits for a slow slot')).toHaveLength(120 - most)
  })

  it('begins anew in a slow slot as soon as one is free, before what is new', async () => {
    const world = new World(2)
    const [first, second] = [await world.ask(server('1', 1)), await world.ask(server('1', 2))]
    await world.outgrow()
    expect([first, second].map(({ state }) => state)).toEqual(['slow', 'waits for a slow slot'])
    await world.ask(server('1', 3))
    const waiting = await world.ask(server('1', 4))
    first.end()
    await settled()
    expect([second.state, waiting.state]).toEqual(['slow', 'waits for a fast slot'])
  })

  it('does not take a slow slot from one that waits for it', async () => {
    const world = new World(4)
    const running = [await world.ask(server('1', 1)), await world.ask(server('1', 2))]
    await world.outgrow()
    const waiting = await world.ask(server('1', 3))
    await world.outgrow()
    // Nothing is free in which it could begin.
    for (const organization of [4, 5]) await world.ask(server('1', organization))
    const late = await world.ask(server('1', 6))
    running[0]?.end()
    await settled()
    expect([waiting.state, late.state]).toEqual(['slow', 'waits for a fast slot'])
  })

  it('counts in nobody’s share of fast slots', async () => {
    const world = new World()
    for (const scopeId of ['ann', 'bob']) await world.ask({ ...server('1'), scopeId })
    await world.outgrow()
    expect(world.in('slow')).toHaveLength(2)
    for (let each = 0; each < 8; each++) await world.ask(server('1'))
    expect(world.in('fast')).toHaveLength(5)
  })

  it('is one of a caller, two of a tenant, three of an organization, and the last of an organization that has none', async () => {
    const world = new World()
    const slow = async (owner: SlotOwner): Promise<State> => {
      const asked = await world.ask(owner)
      asked.outgrow()
      await settled()
      return asked.state
    }
    const of = (tenantId: string, scopeId: string, organizationId = 1) => ({
      ...server(tenantId, organizationId),
      scopeId,
    })
    expect(await slow(of('1', 'ann'))).toBe('slow')
    expect(await slow(of('1', 'ann'))).toBe('waits for a slow slot')
    expect(await slow(of('1', 'bob'))).toBe('slow')
    expect(await slow(of('1', 'cem'))).toBe('waits for a slow slot')
    expect(await slow(of('2', 'ann'))).toBe('slow')
    expect(await slow(of('3', 'ann'))).toBe('waits for a slow slot')
    expect(await slow(of('1', 'ann', 2))).toBe('slow')
  })

  it('finds the line full where twenty of one caller wait', async () => {
    const world = new World()
    for (let each = 0; each < 22; each++) {
      const asked = await world.ask(server('1'))
      asked.outgrow()
      await settled()
    }
    expect(world.in('waits for a slow slot')).toHaveLength(20)
    expect(world.in('line full')).toHaveLength(1)
  })
})

describe('the line for slots', () => {
  it('is left when the signal aborts, and a slot given back twice is one slot', async () => {
    const slots = new QuerySlots({ max: 1, waitingMax: 10 })
    const first = await slots.fast(server('1'))
    const leaving = new AbortController()
    const left = slots.fast(server('2'), leaving.signal)
    const next = slots.fast(server('3'))
    const last = new Statement(slots, server('4'))
    leaving.abort(new Error('no longer'))
    await expect(left).rejects.toThrow('no longer')
    if (first !== 'queue_full') for (const _ of [1, 2]) first.release()
    expect(await next).toMatchObject({ release: expect.any(Function) })
    await settled()
    expect(last.state).toBe('waits for a fast slot')
  })
})
