import type { Row } from '../../ask/rules/outcome.ts'

/** Builds a file from batches of rows. */
export interface FileBuilder {
  add(rows: readonly Row[]): void
  /** @returns the file, and the number of cells truncated by limits of its format */
  end(): Promise<{ readonly bytes: Uint8Array; readonly shortened: number }>
}
