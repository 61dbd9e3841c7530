import { appendFileSync, readFileSync } from 'node:fs'

/** How a client of the load asks. */
export type Asking = 'json' | 'stream' | 'async' | 'append' | 'delete'

/**
 * What somebody outside of the service saw or did, line by line: what clients sent and received, what the model was
 * asked, what the driver broke. The auditor knows nothing else of them.
 */
export type JournalEntry =
  | {
      readonly kind: 'sent'
      readonly at: number
      /** The same for all tries of one request. */
      readonly ask: string
      readonly how: Asking
      readonly scope: string
      readonly tenant: string
      readonly key?: string
      readonly cursor?: string
      readonly question?: string
    }
  | {
      readonly kind: 'received'
      readonly at: number
      readonly ask: string
      readonly scope: string
      readonly tenant: string
      readonly status: number
      readonly retryAfter?: string
      /** Of a response that is no stream. */
      readonly body?: string
    }
  | {
      readonly kind: 'event'
      readonly at: number
      readonly ask: string
      readonly scope: string
      readonly tenant: string
      readonly event: string
      readonly id: string
      readonly data: string
    }
  /** A connection that ended before its response did. */
  | { readonly kind: 'lost'; readonly at: number; readonly ask: string; readonly scope: string }
  /** A client that asks no more; `done` when it has what it wanted. */
  | { readonly kind: 'left'; readonly at: number; readonly ask: string; readonly scope: string; readonly done: boolean }
  | {
      readonly kind: 'model'
      readonly at: number
      readonly scope: string
      readonly step: 'draft' | 'compose'
      readonly prompt: string
    }
  | { readonly kind: 'fault'; readonly at: number; readonly what: string }
  /** A process of the service begins a step of a turn. */
  | { readonly kind: 'step'; readonly at: number; readonly scope: string; readonly step: string }
  /** A worker has died with steps of these turns in hand. */
  | { readonly kind: 'died'; readonly at: number; readonly scopes: readonly string[] }
  /** The servers that were killed are there again, and processes of the service are about to be. */
  | { readonly kind: 'back'; readonly at: number }

/** Where one process writes; lines of several processes go to several files. */
export class Journal {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    appendFileSync(file, '')
  }

  /** On disk when it returns, as far as this process is concerned: it may be killed right after. */
  write(entry: JournalEntry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }
}

/** All entries of a journal; a last line that a killed process left half is dropped. */
export const readJournal = (file: string): readonly JournalEntry[] => {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.slice(0, -1).map((line): JournalEntry => JSON.parse(line))
}
