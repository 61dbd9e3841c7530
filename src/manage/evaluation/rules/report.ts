import { tokensOf as allTokens } from '../../../ask/rules/draft.ts'
import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { EvaluatedQuestion } from './evaluated-question.ts'
import type { Sample, Trial, Verdict } from './trial.ts'

/** What was evaluated. */
interface ReportedOf {
  readonly organization_id: number
  readonly database_id: string
  readonly database: string
  /** Time of the report, ISO 8601. */
  readonly reported_at: string
}

/** The report that `tabletalk eval --json` prints and `--baseline` reads. */
export interface EvaluationReport extends ReportedOf, Findings {
  readonly version: 1
}

export interface Findings {
  /** The planners: `builtin`, or `model:<name>`. */
  readonly planners: readonly string[]
  readonly questions: number
  readonly repeat: number
  readonly total: Figures
  /** Most frequent first. */
  readonly tags: readonly TagCounts[]
  /** Questions with the same verdict in all trials; null without repetitions. */
  readonly stable: number | null
  readonly results: readonly QuestionReport[]
}

/** Counts of trials, including repetitions. */
export interface Counts extends Readonly<Record<Verdict, number>> {
  readonly asked: number
}

interface TagCounts extends Counts {
  readonly tag: string
}

interface Figures extends Counts {
  /** Trials answered with rows, and their share of all. */
  readonly answered: number
  readonly answered_share: number
  /** Share of right answers among them; null if nothing was answered. */
  readonly precision: number | null
  /** Number of repair attempts for refused drafts. */
  readonly repairs: number
  readonly reviews: Reviews
  /** Sentences of answers worded by a model; null if there are none. */
  readonly sentences: { readonly kept: number; readonly left_out: number } | null
  /** Null if no model was called. */
  readonly tokens: Tokens | null
  /** Time from a question to its rows or reply; null if there were none. */
  readonly latency_ms: { readonly p50: number; readonly p95: number } | null
}

/** Reviews of results by models. */
interface Reviews {
  /** Number of reviews. */
  readonly asked: number
  /** Answers corrected by a review, and right ones broken by it. */
  readonly mended: number
  readonly spoilt: number
}

interface Tokens {
  readonly input: number
  readonly output: number
  readonly calls: number
  /** Whether tokens were estimated from text lengths because a server sent no usage. */
  readonly estimated: boolean
  /** Input and output tokens per step. */
  readonly steps: { readonly drafting: number; readonly reviewing: number; readonly wording: number }
  /** Millionths of a US dollar at the configured prices; null if a model has no price. */
  readonly cost_usd_micros: number | null
}

export interface QuestionReport {
  readonly id: string
  readonly question: string
  readonly tags: readonly string[]
  readonly tenant: string | null
  readonly scope: string | null
  readonly trials: readonly TrialReport[]
}

export interface TrialReport {
  readonly verdict: Verdict
  readonly duration_ms: number
  readonly repairs: number
  readonly query: string | null
  /** The reply, or the reason for the failure. */
  readonly message: string | null
  readonly problem: ProblemName | null
  /** For wrong answers: the first rows of the answer and of the gold query. */
  readonly found: SampleReport | null
  readonly gold: SampleReport | null
}

export interface SampleReport {
  readonly columns: readonly string[]
  readonly rows: Sample['rows']
  readonly row_count: number
  readonly truncated: boolean
}

/** Builds a report question by question. */
export class ReportWriter {
  readonly #trials: Trial[] = []
  readonly #tags = new Map<string, Trial[]>()
  readonly #results: QuestionReport[] = []

  add(question: EvaluatedQuestion, trials: readonly Trial[]): void {
    const kept = trials.map(({ turn: _, ...rest }) => rest)
    this.#trials.push(...kept)
    for (const tag of question.tags) {
      const tagged = this.#tags.get(tag) ?? []
      tagged.push(...kept)
      this.#tags.set(tag, tagged)
    }
    this.#results.push({
      id: question.id,
      question: question.text,
      tags: question.tags,
      tenant: question.tenantId ?? null,
      scope: question.scopeId ?? null,
      trials: kept.map(trialReport),
    })
  }

  /** @param repeat trials per question */
  findings(repeat: number): Findings {
    const planners = new Set(this.#trials.flatMap(({ planner }) => planner ?? []))
    const tags = [...this.#tags].map(([tag, trials]) => ({ tag, ...countsOf(trials) }))
    const isStable = ({ trials }: QuestionReport) => new Set(trials.map(({ verdict }) => verdict)).size <= 1
    return {
      planners: [...planners].toSorted(),
      questions: this.#results.length,
      repeat,
      total: figuresOf(this.#trials),
      tags: tags.toSorted((a, b) => b.asked - a.asked),
      stable: repeat > 1 ? this.#results.filter(isStable).length : null,
      results: this.#results,
    }
  }

  report({ repeat, ...about }: ReportedOf & Pick<Findings, 'repeat'>): EvaluationReport {
    return { version: 1, ...about, ...this.findings(repeat) }
  }
}

const countsOf = (trials: readonly Trial[]): Counts => {
  const counts = { asked: trials.length, right: 0, declined: 0, wrong: 0, failed: 0 }
  for (const { verdict } of trials) counts[verdict] += 1
  return counts
}

const figuresOf = (trials: readonly Trial[]): Figures => {
  const counts = countsOf(trials)
  const answered = trials.filter(({ isAnswered }) => isAnswered)
  const rightly = answered.filter(({ verdict }) => verdict === 'right').length
  return {
    ...counts,
    answered: answered.length,
    answered_share: counts.asked === 0 ? 0 : answered.length / counts.asked,
    precision: answered.length === 0 ? null : rightly / answered.length,
    repairs: trials.reduce((sum, { repairs }) => sum + repairs, 0),
    reviews: reviewsOf(trials),
    sentences: sentencesOf(trials),
    tokens: tokensOf(trials),
    latency_ms: latencyOf(trials),
  }
}

const reviewsOf = (trials: readonly Trial[]): Reviews => {
  const changed = (before: Verdict, now: Verdict) =>
    trials.filter(({ beforeReview, verdict }) => beforeReview === before && verdict === now).length
  const asked = trials.reduce((sum, { reviews = 0 }) => sum + reviews, 0)
  return { asked, mended: changed('wrong', 'right'), spoilt: changed('right', 'wrong') }
}

const tokensOf = (trials: readonly Trial[]): Tokens | null => {
  const usages = trials.flatMap(({ usage }) => usage ?? [])
  if (usages.length === 0) return null
  const sum = (of: 'inputTokens' | 'outputTokens' | 'calls') => usages.reduce((all, usage) => all + usage[of], 0)
  return {
    input: sum('inputTokens'),
    output: sum('outputTokens'),
    calls: sum('calls'),
    estimated: usages.some(({ estimated }) => estimated),
    steps: stepsOf(trials),
    cost_usd_micros: costOf(trials),
  }
}

const stepsOf = (trials: readonly Trial[]): Tokens['steps'] => {
  const sum = (of: 'usage' | 'reviewUsage' | 'wordingUsage') =>
    trials.reduce((all, trial) => all + allTokens(trial[of]), 0)
  const [reviewing, wording] = [sum('reviewUsage'), sum('wordingUsage')]
  return { drafting: sum('usage') - reviewing - wording, reviewing, wording }
}

const sentencesOf = (trials: readonly Trial[]): Figures['sentences'] => {
  const counted = trials.flatMap(({ sentences }) => sentences ?? [])
  if (counted.length === 0) return null
  const sum = (of: 'kept' | 'leftOut') => counted.reduce((all, one) => all + one[of], 0)
  return { kept: sum('kept'), left_out: sum('leftOut') }
}

/** Null if a model has no price. */
const costOf = (trials: readonly Trial[]): number | null => {
  const costs = trials.flatMap(({ usage, costMicros = null }) => (usage === undefined ? [] : [costMicros]))
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
}

const latencyOf = (trials: readonly Trial[]): Figures['latency_ms'] => {
  const sorted = trials.flatMap(({ planner, durationMs }) => (planner === undefined ? [] : [durationMs]))
  sorted.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
  const [p50, p95] = [at(0.5), at(0.95)]
  return p50 === undefined || p95 === undefined ? null : { p50, p95 }
}

const trialReport = ({ verdict, durationMs, repairs, query, message, problem, found, gold }: Trial): TrialReport => ({
  verdict,
  duration_ms: durationMs,
  repairs,
  query: query ?? null,
  message: message ?? null,
  problem: problem ?? null,
  found: sampleReport(found),
  gold: sampleReport(gold),
})

const sampleReport = (sample: Sample | undefined): SampleReport | null =>
  sample === undefined
    ? null
    : {
        columns: sample.columns.map(({ name }) => name),
        rows: sample.rows,
        row_count: sample.rowCount,
        truncated: sample.truncated,
      }
