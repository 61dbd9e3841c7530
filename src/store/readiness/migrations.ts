import type { Connection } from 'mongoose'

/**
 * A change of what is stored. Others read and write meanwhile, it may be cut off at any point, and of two that run at
 * once neither may harm the other: it changes what is still of the old shape, and nothing else.
 */
export interface Migration {
  /** 1, 2, 3 and so on. */
  readonly number: number
  /** What it does, for people: `give …`. */
  readonly name: string
  /**
   * The oldest version of the store that a program must know to go on writing: the one before, where that reads and writes
   * the new shape without harm, so that an update can be rolled out step by step and taken back.
   */
  readonly needs: number
  run(connection: Connection, signal: AbortSignal): Promise<void>
}

/** In order. Whoever changes what is stored adds to the end, and changes nothing that was released. */
export const MIGRATIONS: readonly Migration[] = []
