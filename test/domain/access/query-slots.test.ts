import type { Slot, SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import { type FastSlot, QuerySlots } from '../../../src/access/rules/query-slots.ts'

const server = (tenantId: string, organizationId = 1): SlotOwner => ({ organizationId, tenantId, keyId: 'server' })
const visitor = (tenantId: string, scopeId = tenantId): SlotOwner => ({
  organizationId: 1,
  kind: 'database',
  keyId: 'public',
  tenantId,
  scopeId,
})

/** Resolves once all pending promise callbacks have run. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

type State = 'waits for a fast slot' | 'fast' | 'waits for a slow slot' | 'slow' | 'queue full'

/** A statement as an engine runs it; the test decides when it exceeds the time of a fast slot and when it ends. */
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
      if (slot === 'queue_full') throw new Error('the queue is full')
      this.#slot = slot
      this.#held = slot
      this.state = 'fast'
    })
  }

  exceedFastTime(): void {
    if (this.#slot?.becomeSlow()) {
      this.state = 'slow'
      return
    }
    this.state = 'waits for a slow slot'
    this.#held?.release()
    void this.#slots.slow(this.#owner).then((slot) => {
      this.state = slot === 'queue_full' ? 'queue full' : 'slow'
      if (slot !== 'queue_full') this.#held = slot
    })
  }

  end(): void {
    this.#held?.release()
  }
}

/** Slots of an engine and the statements that use them. */
class SlotSimulation {
  readonly slots: QuerySlots
  readonly #all: Statement[] = []

  constructor(max = 8) {
    this.slots = new QuerySlots({ max, waitingMax: 2_000 })
  }

  async start(owner: SlotOwner): Promise<Statement> {
    const statement = new Statement(this.slots, owner)
    this.#all.push(statement)
    await flushPromises()
    return statement
  }

  /** Every statement in a fast slot exceeds its time. */
  async exceedFastTime(): Promise<void> {
    for (const statement of this.in('fast')) statement.exceedFastTime()
    await flushPromises()
  }

  in(state: State): readonly Statement[] {
    return this.#all.filter((statement) => statement.state === state)
  }
}

/** Tenants and scopes that twelve statements with one public key name. */
const PUBLIC_OWNERS = {
  'one tenant and scope': () => visitor('1', 'a'),
  'one tenant': (index: number) => visitor('1', String(index)),
  'three tenants': (index: number) => visitor(String(index % 3), 'a'),
  'a tenant each': (index: number) => visitor(String(index)),
} as const

const OTHER_OWNERS: Readonly<Record<string, SlotOwner>> = {
  'another caller of that tenant, by the server': server('1'),
  'another tenant': server('99'),
  'another organization': server('1', 2),
  'another public key': { ...visitor('1', 'a'), keyId: 'another' },
}

describe.each(Object.keys(PUBLIC_OWNERS) as (keyof typeof PUBLIC_OWNERS)[])(
  'Twelve long statements of one public key that name %s',
  (name) => {
    const loaded = async (): Promise<SlotSimulation> => {
      const simulation = new SlotSimulation()
      for (let index = 0; index < 12; index++) await simulation.start(PUBLIC_OWNERS[name](index))
      return simulation
    }

    it('leave a fast slot to every other caller while they are new', async () => {
      const simulation = await loaded()
      expect(simulation.in('fast')).toHaveLength(7)
      for (const other of Object.keys(OTHER_OWNERS)) {
        const statement = await simulation.start(OTHER_OWNERS[other] ?? server(other))
        expect([other, statement.state]).toEqual([other, 'fast'])
        statement.end()
        statement.state = 'queue full'
      }
    })

    it('hold no fast slot after the fast time, and at most two of four slow slots', async () => {
      const simulation = await loaded()
      for (let times = 0; times < 3; times++) await simulation.exceedFastTime()
      const slow = name === 'one tenant and scope' ? 1 : 2
      expect(simulation.in('slow')).toHaveLength(slow)
      expect(simulation.in('waits for a slow slot')).toHaveLength(12 - slow)
      expect([...simulation.in('fast'), ...simulation.in('waits for a fast slot')]).toEqual([])
    })

    it('delay another visitor with that key by at most twice the fast time', async () => {
      const simulation = await loaded()
      const statement = await simulation.start(visitor('77', 'z'))
      for (let times = 0; times < 2 && statement.state !== 'fast'; times++) await simulation.exceedFastTime()
      expect(statement.state).toBe('fast')
    })
  },
)

describe('A statement that exceeds the fast time', () => {
  it('continues in a free slow slot and frees its fast slot', async () => {
    const simulation = new SlotSimulation(4)
    const long = await simulation.start(server('1'))
    long.exceedFastTime()
    expect(long.state).toBe('slow')
    for (let each = 0; each < 3; each++) await simulation.start(server(String(each)))
    expect(simulation.in('fast')).toHaveLength(3)
  })

  it.each([
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 4],
    [9, 4],
    [100, 50],
  ])('shares %i slots, of which at most %i are slow', async (max, most) => {
    const simulation = new SlotSimulation(max)
    for (let each = 0; each < 120; each++) await simulation.start(server(String(each), each))
    for (let times = 0; times < 120; times++) await simulation.exceedFastTime()
    expect(simulation.in('slow')).toHaveLength(most)
    expect(simulation.in('waits for a slow slot')).toHaveLength(120 - most)
  })

  it('restarts in a slow slot as soon as one is free, before new statements', async () => {
    const simulation = new SlotSimulation(2)
    const [first, second] = [await simulation.start(server('1', 1)), await simulation.start(server('1', 2))]
    await simulation.exceedFastTime()
    expect([first, second].map(({ state }) => state)).toEqual(['slow', 'waits for a slow slot'])
    await simulation.start(server('1', 3))
    const waiting = await simulation.start(server('1', 4))
    first.end()
    await flushPromises()
    expect([second.state, waiting.state]).toEqual(['slow', 'waits for a fast slot'])
  })

  it('does not take a slow slot before a statement that waits for it', async () => {
    const simulation = new SlotSimulation(4)
    const running = [await simulation.start(server('1', 1)), await simulation.start(server('1', 2))]
    await simulation.exceedFastTime()
    const waiting = await simulation.start(server('1', 3))
    await simulation.exceedFastTime()
    // All other slots are taken, so that the late statement cannot start.
    for (const organization of [4, 5]) await simulation.start(server('1', organization))
    const late = await simulation.start(server('1', 6))
    running[0]?.end()
    await flushPromises()
    expect([waiting.state, late.state]).toEqual(['slow', 'waits for a fast slot'])
  })

  it('in a slow slot does not count towards the share of fast slots', async () => {
    const simulation = new SlotSimulation()
    for (const scopeId of ['ann', 'bob']) await simulation.start({ ...server('1'), scopeId })
    await simulation.exceedFastTime()
    expect(simulation.in('slow')).toHaveLength(2)
    for (let each = 0; each < 8; each++) await simulation.start(server('1'))
    expect(simulation.in('fast')).toHaveLength(5)
  })

  it('shares slow slots: one per caller, two per tenant, three per organization, the last for another organization', async () => {
    const simulation = new SlotSimulation()
    const slow = async (owner: SlotOwner): Promise<State> => {
      const statement = await simulation.start(owner)
      statement.exceedFastTime()
      await flushPromises()
      return statement.state
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

  it('is rejected if twenty statements of its caller wait', async () => {
    const simulation = new SlotSimulation()
    for (let each = 0; each < 22; each++) {
      const statement = await simulation.start(server('1'))
      statement.exceedFastTime()
      await flushPromises()
    }
    expect(simulation.in('waits for a slow slot')).toHaveLength(20)
    expect(simulation.in('queue full')).toHaveLength(1)
  })
})

describe('Queue of QuerySlots', () => {
  it('rejects a request with an aborted signal, and frees one slot if it is released twice', async () => {
    const slots = new QuerySlots({ max: 1, waitingMax: 10 })
    const first = await slots.fast(server('1'))
    const controller = new AbortController()
    const aborted = slots.fast(server('2'), controller.signal)
    const next = slots.fast(server('3'))
    const last = new Statement(slots, server('4'))
    controller.abort(new Error('no longer'))
    await expect(aborted).rejects.toThrow('no longer')
    if (first !== 'queue_full') for (const _ of [1, 2]) first.release()
    expect(await next).toMatchObject({ release: expect.any(Function) })
    await flushPromises()
    expect(last.state).toBe('waits for a fast slot')
  })
})
