import { createHash } from 'node:crypto'
import { FairSemaphore, type SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Usage } from '../../ask/rules/draft.ts'
import type { Embedder } from '../../ask/rules/embedder.ts'
import type { RecentTurn } from '../../ask/rules/question.ts'
import type { CacheMemory } from '../../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../../platform/memory/weighed-cache.ts'
import { Problem, type ProblemName, problemNameOf } from '../../platform/problems/problem.ts'

/** The vector of a question, and the usage if it was embedded now. */
export interface QuestionVector {
  readonly vector: Float32Array
  readonly usage?: Usage
}

interface VectorRequest {
  readonly question: string
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
  readonly owner: SlotOwner
  readonly signal: AbortSignal
}

export interface QuestionVectorOptions {
  /** Called with the reason why a question is answered by its words alone. */
  onFailure?(problem: ProblemName): void
  readonly answerMs?: number
}

/** Maximum time for the vector of a question, including the wait for a slot. */
const ANSWER_MS = 1_000
const KEPT_MS = 5 * 60_000
/** Maximum of characters of a question, and of the one before it. */
const READ_MAX = 1_000
/** Concurrent calls, and questions of one caller that may wait. */
const SLOTS = { max: 20, waitingMax: 20 }
const ENTRY_BYTES = 500

/** Vectors of questions: one call each, cached for some minutes, with fairly shared slots. */
export class QuestionVectors {
  readonly #embedder: Embedder
  readonly #kept: WeighedCache<Float32Array>
  readonly #slots = new FairSemaphore(SLOTS)
  readonly #closing = new AbortController()
  readonly #options: QuestionVectorOptions

  constructor(embedder: Embedder, memory: CacheMemory, options: QuestionVectorOptions = {}) {
    this.#embedder = embedder
    this.#kept = memory.cache('meanings', KEPT_MS)
    this.#options = options
  }

  get model(): string {
    return this.#embedder.model
  }

  /**
   * The vector of a question together with the previous one, which it may refer to.
   *
   * @returns undefined if there is none in time
   * @throws the signal's reason when it aborts
   */
  async of({ question, recentTurns, owner, signal }: VectorRequest): Promise<QuestionVector | undefined> {
    signal.throwIfAborted()
    const before = recentTurns.slice(-1).map((turn) => turn.question)
    const text = [...before, question].map((line) => line.slice(0, READ_MAX)).join('\n')
    if (text.trim() === '') return undefined
    const { organizationId, tenantId = null } = owner
    // The key includes the owner, so that response times do not reveal questions of other callers.
    const key = createHash('sha256')
      .update(JSON.stringify([organizationId, tenantId, text]))
      .digest('base64url')
    const until = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.answerMs ?? ANSWER_MS)])
    let usage: Usage | undefined
    const embed = async (): Promise<Float32Array> => {
      const call = () => this.#embedder.embed([text], until)
      const embedded = await this.#slots.within(owner, call, { signal: until })
      usage = embedded.usage
      return Float32Array.from(embedded.vectors[0] ?? [])
    }
    try {
      const vector = await this.#kept.read(key, async () => {
        const value = await embed()
        return { value, bytes: ENTRY_BYTES + value.byteLength }
      })
      return { vector, ...(usage === undefined ? {} : { usage }) }
    } catch (error) {
      if (!(error instanceof Problem || until.aborted)) throw error
      this.#options.onFailure?.(error instanceof Problem ? problemNameOf(error) : 'model_failed')
      return undefined
    } finally {
      signal.throwIfAborted()
    }
  }

  /** Aborts running calls. */
  close(): void {
    this.#closing.abort()
  }
}
