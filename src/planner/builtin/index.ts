import type { Composition } from '../../domain/ask/answer.ts'
import type { Draft, QueryDraft, ReplyDraft } from '../../domain/ask/draft.ts'
import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { chunks, phraseRows } from '../phrase-rows.ts'
import type { ComposeRequest, DraftRequest, Planner } from '../planner.ts'
import { catalogOf } from './catalog.ts'
import { indexColumns } from './column-index.ts'
import { isSure, readInContext } from './converse.ts'
import { decline, declineLong } from './decline.ts'
import { assumptionsOf } from './describe.ts'
import { interpretFollowUp, type Reading } from './interpret.ts'
import { makeLexicon } from './lexicon.ts'
import { nextQuestions } from './next-questions.ts'
import { outOfReach } from './out-of-reach.ts'
import type { When } from './period.ts'
import { planSchema } from './plan.ts'
import type { QueryTree as Ir } from './query/index.ts'
import { readable } from './readable.ts'
import { inSlices, pause } from './slices.ts'
import { type SmallTalk, smallTalk, smallTalkReply } from './small-talk.ts'
import { explain, subjectOf } from './subject.ts'
import { mainTables, suggestQuestions } from './suggest.ts'
import { withoutTakenBack } from './taken-back.ts'

const NAME = 'builtin'

/** The planner that needs no model: it answers what it fully understands, and says so when it does not. */
export const builtinPlanner = (): Planner => ({ name: NAME, offline: true, draft, compose })

const draft = async (request: DraftRequest): Promise<Draft> => {
  const when: When = { today: request.askedAt.slice(0, 10), future: false }
  await prepare(request.knowledge)
  const question = readable(request.question)
  if (question === null) return declineLong(request.knowledge, when)
  const talk = smallTalk(question)
  if (talk !== null) return chat(request, talk, when)
  const asked = { ...request, question: lastSentence(question) }
  const reach = outOfReach(asked.question)
  const reading = await readSentences(asked, when)
  // A refused draft comes back with the same words: reading them again would give the same query.
  if (
    reach !== null ||
    request.refused !== undefined ||
    reading.ir === null ||
    reading.query === null ||
    !isSure(reading)
  )
    return decline(request.knowledge, reading, reach, when)
  return answer(request, reading, reading.ir, reading.query, when)
}

/** Makes what reading needs of this database and of these values, where nobody has made it yet. */
const prepare = async ({ view, values }: Knowledge): Promise<void> => {
  await inSlices(makeLexicon(view))
  await inSlices(indexColumns(values))
}

const GREETING =
  /^(?:(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening)|thanks|thank you|great|ok|okay)(?: there| again| tabletalk)?[\s,!.;:-]+)+(?=\S)/i

/** "Why do people return things? Count the returns by reason": the last sentence is the one to answer. */
const lastSentence = (said: string): string => {
  const question = withoutTakenBack(said)
  const sentences = question
    .replace(GREETING, '')
    .split(/(?<=[?!])\s+/)
    .filter((sentence) => /\p{L}/u.test(sentence))
  const last = sentences.at(-1) ?? question
  return sentences.length > 1 && outOfReach(sentences[0] ?? '') === 'why' ? last : question.replace(GREETING, '')
}

/** Of several sentences the last one is the question, when it can be understood by itself. */
const readSentences = async (request: DraftRequest, when: When): Promise<Reading> => {
  const sentences = request.question.split(/(?<=[?!.])\s+/).filter((sentence) => /\p{L}{2}/u.test(sentence))
  const last = sentences.at(-1)
  if (sentences.length > 1 && last !== undefined) {
    const reading = await readInContext({ ...request, question: last }, when)
    if (isSure(reading) && reading.reader.targetAt >= 0) return reading
    const edited = await readEdited(request, sentences, when)
    if (edited !== null) return edited
  }
  return readInContext(request, when)
}

/** "Orders per customer? Show only the top 5": the second sentence edits what the first one asks. */
const readEdited = async (request: DraftRequest, sentences: readonly string[], when: When): Promise<Reading | null> => {
  const [first = '', second = '', more] = sentences
  if (more !== undefined) return null
  const whole = await readInContext({ ...request, question: first }, when)
  if (!isSure(whole) || whole.ir === null) return null
  await pause()
  const edited = interpretFollowUp(request.knowledge, second, when, whole.ir)
  return isSure(edited) ? edited : null
}

const chat = async (request: DraftRequest, kind: SmallTalk, when: When): Promise<ReplyDraft> => {
  const topics = mainTables(request.knowledge)
    .slice(0, 4)
    .map((table) => table.plural)
  return {
    planner: NAME,
    mode: 'chat',
    reply: smallTalkReply(kind, request.knowledge.view.databaseName, topics),
    suggestions: await suggestQuestions(request.knowledge, when),
    assumptions: [],
    confidence: 1,
  }
}

const answer = async (
  request: DraftRequest,
  reading: Reading,
  ir: Ir,
  query: string,
  when: When,
): Promise<QueryDraft> => {
  const catalog = catalogOf(request.knowledge.view)
  const subject = subjectOf(catalog, ir)
  return {
    planner: NAME,
    mode: 'query',
    query,
    explanation: explain(subject),
    plan: { ir, subject, suggestions: await nextQuestions(request.knowledge, ir, when) },
    assumptions: [...reading.corrections, ...assumptionsOf(catalog, ir), ...reading.reader.notes],
    confidence: reading.confidence,
  }
}

const compose = async (request: ComposeRequest, emit: (chunk: string) => Promise<void>): Promise<Composition> => {
  const plan = planSchema.safeParse(request.draft.plan)
  const { message, chart } = phraseRows({
    result: request.result,
    explanation: request.draft.explanation,
    subject: plan.success ? plan.data.subject : null,
  })
  for (const chunk of chunks(message)) await emit(chunk)
  const suggestions = plan.success ? plan.data.suggestions : []
  return chart === undefined ? { message, suggestions } : { message, suggestions, chart }
}
