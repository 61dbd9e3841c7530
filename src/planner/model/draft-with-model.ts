import type { PlannerOutput, Usage } from '../../ask/rules/draft.ts'
import { type ExploreKind, exploreResultsWithin, offeredExploreKinds } from '../../ask/rules/explore-command.ts'
import { type Language, languageOf } from '../../ask/rules/language.ts'
import type { ChatPrompt } from '../../ask/rules/prompts/chat-prompt.ts'
import { plannerPrompt, promptTextBesideSchema } from '../../ask/rules/prompts/planner-prompt.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { DraftRequest } from '../planner.ts'
import { numberCheck } from './backed-numbers.ts'
import { draftFormat, draftOf } from './draft-reply.ts'
import { PromptTooLong, ReplyCut } from './model-failure.ts'
import type { ModelSession } from './model-session.ts'
import { type PromptSize, type PromptWindow, shorterThan } from './prompt-window.ts'
import { Sentences } from './sentences.ts'
import { structuredCall } from './structured-call.ts'

const NO_FIGURE = 'Ask for a figure directly, and it will be looked up in the data.'

interface DraftSettings {
  readonly planner: string
  /** For tables and values in a prompt. */
  readonly contextTokens: number
  readonly window: PromptWindow
  /** For one reply, if configured. */
  readonly maxTokens?: number | undefined
}

/** Fewer tokens cannot hold a useful table. */
const CONTEXT_TOKENS_MIN = 300
/** A reply cut off sooner had too little room in the window: a long query with its explanation has about as many. */
const REPLY_TOKENS = 400
/** Maximum of prompts that are rejected as too long. */
const REFUSALS_MAX = 6

/**
 * One structured call, with at most one correction turn. A prompt that is too long for the model's window, or leaves no
 * room for a reply, is repeated with less of the database. Only a prompt that a server rejected as too long for its
 * context is remembered for other questions: a reply may be short for many reasons.
 *
 * @param before usage of earlier calls, to be added
 * @throws Problem `model_failed`
 */
export const draftWithModel = async (
  session: ModelSession,
  settings: DraftSettings,
  request: DraftRequest,
  before?: Usage,
): Promise<PlannerOutput> => {
  const { window } = settings
  let spent = before
  const isReview = request.seen !== undefined
  let fitting = Number.POSITIVE_INFINITY
  for (let refusals = 0; ; refusals++) {
    const prompt = await fittingPrompt(settings, request, Math.min(fitting, window.tokens))
    const messages = [
      { role: 'system', content: prompt.system, isStable: prompt.isStable === true },
      { role: 'user', content: prompt.user },
    ] as const
    try {
      const reply = await structuredCall(session, messages, draftFormat(prompt.offered, isReview), spent)
      window.accept(prompt)
      if (reply.kind === 'declined') return declinedDraft(request.question, settings.planner, reply.usage)
      const draft = draftOf(reply.value, settings.planner, reply.usage)
      return 'reply' in draft ? { ...draft, reply: withoutInvention(draft.reply, prompt.user) } : draft
    } catch (error) {
      if (!needsLess(error, settings.maxTokens)) throw error
      if (error.cause instanceof PromptTooLong) window.refuse(prompt)
      fitting = shorterThan(prompt.tokens)
      if (prompt.isShortest || refusals === REFUSALS_MAX) throw error
      spent = error.usage
    }
  }
}

/** Whether a prompt with less of the database may succeed. */
const needsLess = (error: unknown, maxTokens = Number.POSITIVE_INFINITY): error is Problem => {
  if (!(error instanceof Problem)) return false
  const { cause } = error
  if (cause instanceof PromptTooLong) return true
  return cause instanceof ReplyCut && cause.tokens !== undefined && cause.tokens < Math.min(REPLY_TOKENS, maxTokens)
}

const DECLINED: Readonly<Record<Language, string>> = {
  en: 'The language model declined to answer this question. Please put it another way, or ask for something else.',
  de: 'Das Sprachmodell hat es abgelehnt, diese Frage zu beantworten. Bitte stellen Sie sie anders, oder fragen Sie nach etwas anderem.',
}

/** Uses our own text, because that of a refusal is not written for the user. */
const declinedDraft = (question: string, planner: string, usage: Usage): PlannerOutput => ({
  planner,
  usage,
  mode: 'decline',
  reply: DECLINED[languageOf(question)],
  assumptions: [],
  suggestions: [],
  confidence: 1,
})

interface FittingPrompt extends ChatPrompt, PromptSize {
  /** Kinds of explore requests that it offers. */
  readonly offered: readonly ExploreKind[]
  /** It cannot hold less of the database. */
  readonly isShortest: boolean
}

/** The prompt with as much of the database as the settings and so many tokens allow. */
const fittingPrompt = async (
  { contextTokens }: DraftSettings,
  request: DraftRequest,
  tokensMax: number,
): Promise<FittingPrompt> => {
  const { question, askedAt, recentTurns, patterns, refused, seen, knowledge, looking } = request
  const ownTokens = estimatedTokens([question, ...recentTurns.map((turn) => JSON.stringify(turn))].join('\n'))
  for (let most = contextTokens; ; ) {
    const found = exploreResultsWithin(looking, most)
    const beside = {
      recentTurns,
      found,
      tokensMax: most,
      ...(patterns === undefined ? {} : { patterns }),
      ...(refused === undefined ? {} : { refused }),
    }
    const left = most - estimatedTokens(promptTextBesideSchema(beside))
    const context = await request.context(Math.max(CONTEXT_TOKENS_MIN, left))
    const offered = offeredExploreKinds(looking, context)
    const prompt = plannerPrompt({
      ...beside,
      question,
      askedAt,
      view: knowledge.view,
      context,
      offered,
      ...(seen === undefined ? {} : { seen }),
    })
    const tokens = estimatedTokens(prompt.system) + estimatedTokens(prompt.user)
    const isShortest = most <= CONTEXT_TOKENS_MIN
    if (isShortest || tokens <= tokensMax) return { ...prompt, offered, tokens, ownTokens, isShortest }
    // A schema below the limit is not shortened by a limit above its own size.
    most = Math.max(CONTEXT_TOKENS_MIN, Math.min(most - (tokens - tokensMax), most * LESS))
  }
}

const LESS = 0.6

/** A reply without query has no rows to back a number: sentences with numbers that were not given are removed. */
const withoutInvention = (reply: string, given: string): string => {
  const isBacked = numberCheck({ texts: [given], rows: [], rowCount: 0 })
  const sentences = new Sentences()
  const all = [...sentences.push(reply), sentences.rest()]
  return all.filter(isBacked).join('').trim() || NO_FIGURE
}
