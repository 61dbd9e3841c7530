import type { Document } from './wire.ts'

/** What goes wrong with one command. */
export type Fault =
  /** It is not carried out. */
  | { readonly kind: 'refused'; readonly code: number }
  /** It is carried out, and its reply says so, with an error of the write concern beside it. */
  | { readonly kind: 'write concern'; readonly code: number }
  /** It is carried out, and no majority ever acknowledges it. */
  | { readonly kind: 'no majority' }
  /** The connection ends before it is carried out. */
  | { readonly kind: 'cut before' }
  /** The connection ends when it was carried out, before its reply. */
  | { readonly kind: 'cut after' }

/** By the server's own codes (`src/mongo/base/error_codes.yml`). */
export const NAMES: Readonly<Record<number, string>> = {
  50: 'MaxTimeMSExpired',
  64: 'WriteConcernFailed',
  91: 'ShutdownInProgress',
  133: 'FailedToSatisfyReadPreference',
  189: 'PrimarySteppedDown',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
}

/** What servers tell drivers to try again (driver specification "Retryable Writes"). */
const RETRYABLE: ReadonlySet<number> = new Set([91, 189, 10_107, 11_600, 11_602, 13_435])

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify'])

/** The verb of a command: its first field. */
export const verbOf = (command: Document): string => Object.keys(command)[0] ?? ''

export const isWrite = (command: Document): boolean => WRITES.has(verbOf(command))

/** Reads wait for no acknowledgement. */
export const isAboutWrites = ({ kind }: Fault): boolean => kind === 'no majority' || kind === 'write concern'

const labels = (command: Document, code: number): Document =>
  command.txnNumber !== undefined && RETRYABLE.has(code) ? { errorLabels: ['RetryableWriteError'] } : {}

export const refusal = (command: Document, code: number): Document => ({
  ok: 0,
  code,
  codeName: NAMES[code] ?? `Location${code}`,
  errmsg: `refused: ${NAMES[code] ?? code}`,
  ...labels(command, code),
})

/** What a command was answered, with an error of its write concern. */
export const unacknowledged = (command: Document, reply: Document, code: number): Document => ({
  ...reply,
  ...labels(command, code),
  writeConcernError: { code, codeName: NAMES[code], errmsg: 'waiting for replication timed out', errInfo: {} },
})
