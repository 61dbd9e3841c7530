import type { CrashPoint, Plan, Stop } from '../crash-points.ts'

/** Ends this process as a power cut would. */
export const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('a killed process does not go on')
}

interface Open extends Stop {
  passed: number
  held: boolean
}

/** Counts who comes by at which crash point, and holds those that the plan names. */
export class Passages {
  readonly #onHeld: (stop: Stop) => void
  #open: Open[] = []
  #atLast: Plan['atLast'] = 'wait'
  #released = Promise.withResolvers<void>()

  /** @param onHeld hears of every turn that is held */
  constructor(onHeld: (stop: Stop) => void) {
    this.#onHeld = onHeld
  }

  /** Replaces the plan before. */
  plan({ stops, atLast }: Plan): void {
    this.release()
    this.#released = Promise.withResolvers()
    this.#open = stops.map((stop) => ({ ...stop, passed: 0, held: false }))
    this.#atLast = atLast
  }

  release(): void {
    this.#open = []
    this.#released.resolve()
  }

  /** Whether a passage may be held: what it costs to notice it is saved otherwise. */
  wants(point: CrashPoint, scope: string): boolean {
    return this.#find(point, scope) !== undefined
  }

  /** A turn comes by. Resolves at once unless it is to be held. */
  async pass(point: CrashPoint, scope: string): Promise<void> {
    const stop = this.#find(point, scope)
    if (stop === undefined) return
    stop.passed += 1
    if (stop.passed < (stop.nth ?? 1)) return
    stop.held = true
    const { promise } = this.#released
    this.#onHeld({ point, scope })
    if (this.#atLast === 'die' && this.#open.every(({ held }) => held)) die()
    await promise
  }

  #find(point: CrashPoint, scope: string): Open | undefined {
    return this.#open.find((stop) => stop.point === point && stop.scope === scope && !stop.held)
  }
}
