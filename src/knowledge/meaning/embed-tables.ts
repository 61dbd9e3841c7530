import type { EmbeddingReport, TableVectors } from '../../ask/rules/catalog.ts'
import { addUsage, tokensOf, type Usage } from '../../ask/rules/draft.ts'
import type { Embedder } from '../../ask/rules/embedder.ts'
import type { VisibleTable } from '../../ask/rules/knowledge.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { mapSliced, runInSlices } from '../../platform/values/sliced.ts'
import { FoundVectors } from './found-vectors.ts'
import { digestOf, tableText } from './table-text.ts'

interface Embedding {
  readonly embedder: Embedder
  /** The problem if so many more tokens may not be spent; called before each round of calls. */
  refusal(tokens: number): Promise<Problem | undefined>
  /** Called with the usage of each round, including the last one. */
  onSpent(usage: Usage): Promise<void>
  /** Aborts the embedding. */
  readonly signal: AbortSignal
}

interface EmbeddedTables {
  /** Absent if there are none. */
  readonly vectors?: TableVectors
  readonly report: EmbeddingReport
}

/** Tables that are not embedded in time are left to the next indexing. */
const TIME_MS = 30_000
const CALL_MS = 15_000
/** Texts per call, and calls per round. */
const TEXTS = 32
const CALLS = 4
/** For all vectors: 2,730 of 1,536 numbers each, or 10,900 of 384. Tables beyond are found by words alone. */
const BYTES_MAX = 4 * 1024 * 1024

/**
 * Vectors of tables: known ones for unchanged texts, and new ones for all others, within limits of time, size and
 * tokens. A failure is reported, and keeps the existing vectors.
 *
 * @param tables as callers see them: hidden names are not sent to the provider
 * @param former vectors of the previous catalog
 * @throws the signal's reason when it aborts
 */
export const embedTables = async (
  tables: readonly VisibleTable[],
  former: TableVectors | undefined,
  { embedder, refusal, onSpent, signal }: Embedding,
): Promise<EmbeddedTables> => {
  const { model } = embedder
  const digested = (table: VisibleTable) => {
    const text = tableText(table)
    return [digestOf(model, text), text] as const
  }
  const texts = new Map(await runInSlices(mapSliced(tables, digested)))
  const found = new FoundVectors(model, former, texts, BYTES_MAX)
  const queue = [...texts].filter(([digest]) => !found.has(digest))
  const overdue = AbortSignal.timeout(TIME_MS)
  let tokens = 0
  let failure: string | null = null
  while (failure === null && !overdue.aborted) {
    signal.throwIfAborted()
    // The first call determines the length of vectors, and so how many fit.
    const round = queue.splice(0, Math.min(found.room, found.isMeasured ? TEXTS * CALLS : TEXTS))
    if (round.length === 0) break
    const refused = await refusal(round.reduce((sum, [, text]) => sum + estimatedTokens(text), 0))
    if (refused !== undefined) failure = refused.message
    else {
      const until = AbortSignal.any([signal, overdue, AbortSignal.timeout(CALL_MS)])
      const called = await embedRound(embedder, round, until)
      if (called.usage !== undefined) await onSpent(called.usage)
      signal.throwIfAborted()
      for (const [digest, vector] of called.vectors) found.add(digest, vector)
      tokens += tokensOf(called.usage)
      failure = called.failure
    }
  }
  const { vectors, size, added } = found
  const report = { model, tables: size, embedded: added, leftOut: texts.size - size, tokens }
  return { ...(vectors === undefined ? {} : { vectors }), report: { ...report, failure } }
}

interface Round {
  readonly vectors: readonly (readonly [digest: string, vector: readonly number[]])[]
  readonly usage: Usage | undefined
  readonly failure: string | null
}

/** Concurrent calls; the results of successful calls are kept if another one fails. */
const embedRound = async (
  embedder: Embedder,
  round: readonly (readonly [digest: string, text: string])[],
  until: AbortSignal,
): Promise<Round> => {
  const batches = Array.from({ length: Math.ceil(round.length / TEXTS) }, (_, at) =>
    round.slice(at * TEXTS, (at + 1) * TEXTS),
  )
  const calls = batches.map(async (batch): Promise<Round> => {
    const texts = batch.map(([, text]) => text)
    try {
      const { vectors, usage } = await embedder.embed(texts, until)
      return { vectors: batch.map(([digest], at) => [digest, vectors[at] ?? []]), usage, failure: null }
    } catch (error) {
      if (error instanceof Problem) return { vectors: [], usage: error.usage, failure: error.message }
      if (until.aborted) return { vectors: [], usage: undefined, failure: SLOW }
      throw error
    }
  })
  const ended = await Promise.all(calls)
  return {
    vectors: ended.flatMap(({ vectors }) => vectors),
    usage: ended.reduce((sum: Usage | undefined, one) => addUsage(sum, one.usage), undefined),
    failure: ended.map(({ failure }) => failure).find((failure) => failure !== null) ?? null,
  }
}

const SLOW = 'The embeddings provider took too long to answer. Missing embeddings are retried at the next indexing.'
