import type { StatusEventBody } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/** Takes an answer's text chunk by chunk, as a model writes it. */
export interface TextWriter {
  /** Sends a status at once. A lost status does no harm. */
  sendStatus(status: StatusEventBody): void
  /** Resolves at once. @throws the error of an earlier append, so that the writer stops */
  write(chunk: string): Promise<void>
  /** Resolves when all text is in the log; nothing may be written after it. @throws the error of a failed append */
  end(): Promise<void>
}

interface CoalesceOptions {
  /** Maximum delay of a chunk, to batch it with later ones. */
  readonly delayMs?: number
  /** Text of this size is appended without delay. */
  readonly bytesMax?: number
}

/** A model writes some 100 chunks a second: they go to the log as one append per 40 ms or 512 bytes, one at a time. */
export const coalesce = (
  log: Pick<TurnLog, 'append'>,
  turnId: string,
  writer: number,
  { delayMs = 40, bytesMax = 512 }: CoalesceOptions = {},
): TextWriter => {
  let waiting = ''
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let appending = false
  let broken: { readonly error: unknown } | undefined
  let idle = Promise.resolve()

  const appendWaiting = async (): Promise<void> => {
    appending = true
    while (waiting !== '' && broken === undefined) {
      const content = waiting
      waiting = ''
      bytes = 0
      try {
        await log.append(turnId, writer, [{ type: 'text', content }])
      } catch (error) {
        broken = { error }
      }
    }
    appending = false
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    // What arrives during an append goes with the next one.
    if (!appending) idle = appendWaiting()
  }

  return {
    sendStatus: (status) => void log.append(turnId, writer, [status]).catch(() => undefined),
    async write(chunk) {
      if (broken !== undefined) throw broken.error
      waiting += chunk
      bytes += Buffer.byteLength(chunk)
      if (bytes >= bytesMax) flush()
      else if (waiting !== '') timer ??= setTimeout(flush, delayMs)
    },
    async end() {
      flush()
      await idle
      if (broken !== undefined) throw broken.error
    },
  }
}
