import type { Connection } from 'mongoose'

/**
 * A change of stored data. It runs concurrently with reads, writes and itself, and may be interrupted at any point: it must change
 * only documents that still have the old format.
 */
export interface Migration {
  /** 1, 2, 3 and so on. */
  readonly number: number
  /** A description for operators: `give …`. */
  readonly name: string
  /**
   * The minimum store version that a program must know to write after this migration: the previous one, if older programs handle
   * the new format, so that rolling updates and rollbacks are possible.
   */
  readonly needs: number
  run(connection: Connection, signal: AbortSignal): Promise<void>
}

/** In order. A change of stored documents is added at the end; released migrations are not changed. */
export const MIGRATIONS: readonly Migration[] = []
