import { randomUUID } from 'node:crypto'
import type { Composition } from '../../ask/rules/answer.ts'
import type { Usage } from '../../ask/rules/draft.ts'
import { languageOf } from '../../ask/rules/language.ts'
import { composerPrompt } from '../../ask/rules/prompts/composer-prompt.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { ComposeRequest } from '../planner.ts'
import { rowLinks } from '../row-links.ts'
import { phraseRows, plainAnswer } from '../wording/index.ts'
import { numberCheck } from './backed-numbers.ts'
import { linkedText } from './linked-text.ts'
import { modelFailure, StreamCut } from './model-failure.ts'
import type { ModelSession } from './model-session.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { type Models, withFallback } from './with-fallback.ts'

/** Including reasoning; the answer itself is shorter. */
const REPLY_LENGTH_MAX = 60_000

/** With a common deadline, on the clock of `performance.now()`. */
interface WordingSessions extends Models<ModelSession> {
  readonly deadline: number
}

/**
 * Words the rows with the model, sentence by sentence. The rows exist, so a failing model costs only its wording: if
 * nothing was shown and time is left, the fallback model words them; else the template states the rest, and the answer
 * says so.
 */
export const composeWithModel = async (
  sessions: WordingSessions,
  request: ComposeRequest,
  emit: (chunk: string) => Promise<void>,
): Promise<Composition> => {
  const { result, draft, voice } = request
  const links = rowLinks(result, voice)
  const { message: template, chart } = phraseRows({ result, explanation: draft.explanation, subject: null, links })
  const partCharts = (request.parts ?? []).flatMap(({ title, result }, at) => {
    const { chart } = phraseRows({ result, explanation: title, subject: null })
    return chart === undefined ? [] : [{ part: at + 1, chart }]
  })
  const language = languageOf(request.question)
  const direct = plainAnswer({
    result,
    explanation: draft.explanation,
    language,
    isOwn: (request.ownTables ?? []).length > 0,
  })
  const whole = language === 'en' && result.rowCount > 0 ? template : direct
  // Each part is checked against its own rows.
  const checks = [request, ...(request.parts ?? [])].map(({ result }) => numberCheck(backingOf({ ...request, result })))
  const isBacked = (sentence: string) => checks.some((isBackedBy) => isBackedBy(sentence))
  const begin = () =>
    new StreamedAnswer({ emit, template: whole, direct, language, isBacked, plain: linkedText(links) })
  const { message, usage, sentences } = await stream(sessions, request, begin)
  return {
    message,
    suggestions: [],
    sentences,
    ...(chart === undefined ? {} : { chart }),
    ...(partCharts.length === 0 ? {} : { partCharts }),
    ...(usage === undefined ? {} : { usage }),
  }
}

/** Problems after which the template words the rows. */
const OF_THE_MODEL: ReadonlySet<ProblemName> = new Set([
  'model_failed',
  'model_unavailable',
  'configuration_invalid',
  'turn_tokens_reached',
  'monthly_tokens_reached',
])

const stream = async (
  sessions: WordingSessions,
  request: ComposeRequest,
  begin: () => StreamedAnswer,
): Promise<Pick<StreamedAnswer, 'message' | 'sentences'> & { readonly usage: Usage | undefined }> => {
  const prompt = composerPrompt(request, randomUUID())
  const messages = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ] as const
  let answer = begin()
  const word = async (session: ModelSession, spent?: Usage): Promise<Usage> => {
    answer = begin()
    const onText = (text: string) => answer.push(text)
    const reply = await session.ask(messages, { lengthMax: REPLY_LENGTH_MAX, onText, spent })
    if (reply.finish === 'cut' && answer.message === '') throw modelFailure(new StreamCut('no answer'), reply.usage)
    await answer.end(reply.finish === 'declined' ? 'cut' : reply.finish)
    return reply.usage
  }
  try {
    const usage = await withFallback(
      sessions,
      word,
      () => answer.message === '' && performance.now() < sessions.deadline,
    )
    return { message: answer.message, sentences: answer.sentences, usage }
  } catch (error) {
    if (!(error instanceof Problem) || !OF_THE_MODEL.has(error.problem)) throw error
    await answer.endWithTemplate()
    return { message: answer.message, sentences: answer.sentences, usage: error.usage }
  }
}

const backingOf = ({ question, askedAt, draft, result }: ComposeRequest) => ({
  texts: [question, draft.query, draft.explanation, ...draft.assumptions, ...result.columns.map(({ name }) => name)],
  rows: result.rows,
  rowCount: result.rowCount,
  askedOn: askedAt.slice(0, 10),
})
