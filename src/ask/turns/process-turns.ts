import { Problem } from '../../platform/problems/problem.ts'
import type { TurnResult } from '../rules/turn.ts'

/** A turn that the API of this process waits for. */
export interface ExpectedTurn {
  /** Resolves when a step in this process has decided on the question; never if another process runs the turn. */
  readonly begun: Promise<void>
  /** Resolves when a step in this process has ended the turn; never if another process does. */
  readonly ended: Promise<TurnResult>
  /** Ends the wait. */
  release(): void
}

interface Expected extends Omit<ExpectedTurn, 'release'> {
  begin(): void
  end(result: TurnResult): void
}

type Cancel = (reason: Problem) => void

/**
 * Turns whose API and steps run in this process: they pass the beginning, the end and the cancellation of a turn to each
 * other without a round trip to Temporal. Nothing depends on it: Temporal and the store have the same facts, later.
 */
export class ProcessTurns {
  readonly #expected = new Map<string, Set<Expected>>()
  readonly #running = new Map<string, Set<Cancel>>()

  /** The number of turns that the API of this process waits for. */
  get expectedCount(): number {
    return this.#expected.size
  }

  /** Waits for a turn that is about to be started. The caller releases it. */
  expect(turnId: string): ExpectedTurn {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<TurnResult>()
    const expected = {
      begun: begun.promise,
      ended: ended.promise,
      begin: begun.resolve,
      end: ended.resolve,
    }
    return { ...expected, release: addTo(this.#expected, turnId, expected) }
  }

  /** Called by the step that has accepted a question. */
  begin(turnId: string): void {
    for (const expected of this.#expected.get(turnId) ?? []) expected.begin()
  }

  /** Called by the step that has stored the end of a turn, or has found its question refused. */
  end(turnId: string, result: TurnResult): void {
    for (const expected of this.#expected.get(turnId) ?? []) expected.end(result)
  }

  /** Registers a query of a turn. @returns a function to be called when the query has ended */
  run(turnId: string, cancel: Cancel): () => void {
    return addTo(this.#running, turnId, cancel)
  }

  /** Cancels the queries of a turn that run here. */
  cancel(turnId: string): void {
    for (const cancel of this.#running.get(turnId) ?? []) cancel(new Problem('turn_cancelled'))
  }
}

/** @returns a function that removes the item */
const addTo = <Item>(items: Map<string, Set<Item>>, turnId: string, item: Item): (() => void) => {
  const ofTurn = items.get(turnId) ?? new Set()
  items.set(turnId, ofTurn.add(item))
  return () => {
    ofTurn.delete(item)
    if (ofTurn.size === 0) items.delete(turnId)
  }
}
