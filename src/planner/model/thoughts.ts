import { cutText } from '../../platform/values/cut-text.ts'
import { plainText } from './plain-text.ts'

/** Minimum interval between two pieces. */
const PIECE_MS = 1_000
const PIECE_LENGTH_MAX = 2_000
/** Maximum for all calls of one step. */
const LENGTH_MAX = 20_000

/**
 * A model's reasoning in pieces for waiting users: at most one per second and one more at the end of each call, plain
 * text without addresses. A faster model is cut short. A piece ends between two words, so that none shows half of an
 * address.
 */
export class Thoughts {
  readonly #tell: (piece: string) => void
  readonly #now: () => number
  #waiting = ''
  #since: number | undefined
  #left = LENGTH_MAX

  /** @param now monotonic clock, in ms */
  constructor(tell: (piece: string) => void, now: () => number) {
    this.#tell = tell
    this.#now = now
  }

  /** @param thought of one chunk; empty once the model writes its reply */
  take(thought: string): void {
    if (this.#left <= 0 || thought + this.#waiting === '') return
    this.#since ??= this.#now()
    this.#waiting += cutText(thought, PIECE_LENGTH_MAX - this.#waiting.length)
    if (this.#now() - this.#since < PIECE_MS) return
    const isWhole = thought === '' || this.#waiting.length >= PIECE_LENGTH_MAX
    const words = isWhole ? this.#waiting : WHOLE_WORDS.exec(this.#waiting)?.[0]
    if (words !== undefined) this.#tellPiece(words)
  }

  /** At the end of the call: emits the rest. */
  end(): void {
    if (this.#waiting !== '') this.#tellPiece(this.#waiting)
    this.#since = undefined
  }

  #tellPiece(words: string): void {
    const isCut = this.#waiting.length >= PIECE_LENGTH_MAX || words.length >= this.#left
    this.#waiting = this.#waiting.slice(words.length)
    this.#since = this.#now()
    const piece = cutText(plainText(cutText(words, this.#left)), PIECE_LENGTH_MAX)
    this.#left -= words.length
    if (piece.trim() !== '') this.#tell(isCut ? `${piece}…` : piece)
  }
}

/** Texts without spaces end between words at some marks. */
const WHOLE_WORDS = /^[\s\S]*[\s，、！？]/
