import { type FairPlacesOptions, type Place, type PlaceOwner, pathOf } from './fair-places.ts'
import { type Path, PlaceLine, waitingMaxima } from './place-line.ts'
import { FAST_SHARES, SHARES } from './place-shares.ts'

/** A slot that is given back soon. */
export interface FastSlot extends Place {
  /**
   * Makes it a slow one, where one is free for its owner and nobody is waiting for that one.
   *
   * @returns whether it is; otherwise its work must be stopped, and the slot given back
   */
  becomeSlow(): boolean
}

/** Slow work may wait for as long as it takes, and whoever waits holds something open. */
const SLOW_WAITING_MAX = 20

/**
 * Slots for statements, in two lanes. A statement begins in a fast slot; what takes longer than usual needs a slow slot,
 * of which there are half of all at most, so that the other half always comes free soon, whoever asks for what. Both
 * lanes are shared by organization, party and caller (`place-shares.ts`), and a slot that comes free is a slow one first.
 *
 * It keeps no clock: whoever holds a fast slot says when it has been long enough.
 */
export class QuerySlots {
  readonly #max: number
  readonly #slowMax: number
  readonly #fast: PlaceLine
  readonly #slow: PlaceLine
  #given = 0

  constructor({ max, waitingMax }: FairPlacesOptions) {
    this.#max = max
    this.#slowMax = Math.max(1, Math.floor(max / 2))
    this.#fast = new PlaceLine(FAST_SHARES, waitingMaxima(waitingMax))
    this.#slow = new PlaceLine(SHARES, waitingMaxima(Math.min(waitingMax, SLOW_WAITING_MAX)))
  }

  /**
   * Waits for a fast slot.
   *
   * @returns the slot, or `line_full` when this owner has too many waiting already
   * @throws the signal's reason when it aborts before there is one
   */
  async fast(owner: PlaceOwner, signal?: AbortSignal): Promise<FastSlot | 'line_full'> {
    const path = pathOf(owner)
    return await this.#fast.wait(path, { give: () => this.#fastSlot(path), serve: () => this.#serve(), signal })
  }

  /** Waits for a slow slot, holding none. Returns and throws as `fast`. */
  async slow(owner: PlaceOwner, signal?: AbortSignal): Promise<Place | 'line_full'> {
    const path = pathOf(owner)
    const give = () => releasedOnce(this.#held(this.#slow, path), () => this.#serve())
    return await this.#slow.wait(path, { give, serve: () => this.#serve(), signal })
  }

  #fastSlot(path: Path): FastSlot {
    let release = this.#held(this.#fast, path)
    const slot = releasedOnce(
      () => release(),
      () => this.#serve(),
    )
    return {
      ...slot,
      becomeSlow: () => {
        if (!this.#slow.mayTake(path, this.#slowMax - this.#slow.running)) return false
        release()
        release = this.#held(this.#slow, path)
        this.#serve()
        return true
      },
    }
  }

  /** Counts a slot of a lane. @returns how to give it back */
  #held(lane: PlaceLine, path: Path): () => void {
    lane.count(path, ++this.#given)
    return () => lane.count(path)
  }

  /** Gives free slots to those who may take one, until none is left or nobody may. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.start()
  }

  #next() {
    const free = this.#max - this.#fast.running - this.#slow.running
    return this.#slow.next(Math.min(free, this.#slowMax - this.#slow.running)) ?? this.#fast.next(free)
  }
}

const releasedOnce = (release: () => void, serve: () => void): Place => {
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      release()
      serve()
    },
  }
}
