import type { Row } from '../../ask/rules/outcome.ts'

/** Makes one file of rows that come in batches. */
export interface FileBuilder {
  add(rows: readonly Row[]): void
  /** @returns the whole file, and how many cells it has the first characters of only, for its own limits */
  end(): Promise<{ readonly bytes: Uint8Array; readonly shortened: number }>
}
