import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Usage } from '../../ask/rules/draft.ts'
import type { ContextWithin } from '../../ask/rules/question-context.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { QuestionVector, QuestionVectors } from '../meaning/question-vectors.ts'
import { fitsWholeSchema, type RetrievalRequest, retrieve } from './retrieve.ts'

/** Owner of the slots, and the signal that ends the wait. */
interface ContextOwner {
  readonly owner: SlotOwner
  readonly signal: AbortSignal
}

/** The context of a question, and the usage of selecting it so far. */
interface SelectedContext {
  /** @throws the signal's reason when it aborts */
  readonly within: ContextWithin
  readonly usage: Usage | undefined
}

/** Selects contexts of questions (`retrieve`), using embeddings if available and if not all tables fit. */
export class QuestionContexts {
  readonly #meanings: Pick<QuestionVectors, 'model' | 'of'> | undefined

  /** @param meanings absent: by words alone */
  constructor(meanings?: Pick<QuestionVectors, 'model' | 'of'>) {
    this.#meanings = meanings
  }

  /** The context of one question; its vector is computed once, for any number of sizes. */
  of(asked: RetrievalRequest, { owner, signal }: ContextOwner): SelectedContext {
    const { question, recentTurns, knowledge } = asked
    const meanings = this.#meanings?.model === knowledge.vectors?.model ? this.#meanings : undefined
    let meant: Promise<QuestionVector | undefined> | undefined
    let usage: Usage | undefined
    return {
      async within(tokens) {
        if (meanings === undefined || (await runInSlices(fitsWholeSchema(knowledge, tokens))))
          return await runInSlices(retrieve(asked, tokens))
        meant ??= meanings.of({ question, recentTurns, owner, signal })
        const found = await meant
        usage = found?.usage
        return await runInSlices(retrieve({ ...asked, ...(found && { meaning: found.vector }) }, tokens))
      },
      get usage() {
        return usage
      },
    }
  }
}
