import pluralize from 'pluralize'
import type { Composition } from '../../ask/rules/answer.ts'
import { CHOICES_MAX } from '../../ask/rules/choice.ts'
import type { Draft, QueryDraft, ReplyDraft } from '../../ask/rules/draft.ts'
import { allValues, type Knowledge } from '../../ask/rules/knowledge.ts'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import { relationalKnowledge } from '../../ask/rules/relational-view.ts'
import type { Ties } from '../../ask/rules/ties.ts'
import { indexColumns } from '../../knowledge/words/index.ts'
import type { ProposedEntry } from '../../manage/glossary/rules/proposal.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { ComposeRequest, DraftRequest, Planner } from '../planner.ts'
import { templateAnswer } from '../template-answer.ts'
import { verifiedDraft } from '../verified-draft.ts'
import { type Subject, subjectTitles } from '../wording/index.ts'
import { queryText } from './query/index.ts'
import {
  aboutData,
  alternativesOf,
  asksForOthers,
  askWhich,
  decline,
  declineLong,
  extentOf,
  learntEntry,
  mainTables,
  NO_CONTEXT,
  NOTHING_UNDERSTOOD,
  nextQuestions,
  nonQuestionKind,
  notesOf,
  type Plan,
  planSchema,
  readable,
  sameQuestion,
  shownTree,
  starterQuestions,
  subjectOf,
  suggestQuestions,
  tiesQuery,
  type UnanswerableKind,
  unanswerableKind,
  understoodWords,
} from './say/index.ts'
import { type Catalog, catalogOf, makeLexicon } from './schema/index.ts'
import { type StatedQuery, sentenceOf, statedQueryIn } from './sentence/index.ts'
import {
  type DecidedReading,
  nearReadings,
  understandInContext,
  understandSentences,
  type WeighedQuery,
} from './weigh/index.ts'
import {
  addDays,
  type PeriodContext,
  type SmallTalk,
  smallTalk,
  smallTalkReply,
  windowWords,
  withoutCorrectedName,
} from './words/index.ts'

const NAME = 'builtin'

export { STARTERS_MAX } from './say/index.ts'

/** The planner that needs no model: it answers what it fully understands, and declines everything else. */
export const builtinPlanner = (): Planner => ({ name: NAME, offline: true, draft, compose })

const draft = async (given: DraftRequest): Promise<Draft> => {
  const verified = given.patterns?.find(({ isExact }) => isExact)
  if (verified !== undefined && given.refused === undefined) return verifiedDraft(NAME, verified)
  const request = { ...given, knowledge: relationalKnowledge(given.knowledge) }
  const when: PeriodContext = { today: request.askedAt.slice(0, 10), future: false }
  await prepare(request.knowledge)
  // A refused draft comes back with the same question: reading it again would give the same query.
  const isRefused = request.refused !== undefined && request.refused.query !== verified?.query
  const statedQuery = isRefused ? null : statedQueryIn(catalogOf(request.knowledge.view), request.question)
  if (statedQuery !== null) {
    const shown = shownOrOriginal(catalogOf(request.knowledge.view), statedQuery, request.question)
    const teaches = await entryLearntFrom(request, statedQuery, when)
    const answered = answer(request, { reading: { ...statedQuery, probability: 1 }, shown, others: [] }, [], when)
    return teaches === undefined ? answered : { ...answered, teaches }
  }
  const question = readable(request.question)
  if (question === null) return declineLong(request.knowledge)
  const talk = smallTalk(question)
  if (talk !== null) return chat(request, talk)
  const about = aboutData(question, request.knowledge)
  if (about !== null) return chatting(request, about)
  const asked = { ...request, question: lastSentence(question) }
  const reach = nonQuestionKind(question) ?? unanswerableKind(asked.question) ?? others(asked)
  const understood = await understandLast(asked, when)
  const { words } = understood.read
  const heard = understood.state === null ? NOTHING_UNDERSTOOD : understoodWords(words, understood.state)
  const declined = () => decline(request.knowledge, heard, { reach, asked: questionsOf(request) })
  if (reach !== null || isRefused) return declined()
  const { decision } = understood
  if (decision.kind !== 'answer') {
    const near = await nearReadings(asked, heard.unknown, when)
    const between = [...near, ...(decision.kind === 'ask' ? decision.between : [])].slice(0, CHOICES_MAX)
    return askWhich(NAME, request.knowledge, between, heard) ?? declined()
  }
  const { answer: reading, others: rivals } = decision
  const shown = shownOrOriginal(catalogOf(request.knowledge.view), reading, request.question)
  return answer(request, { reading, shown, others: rivals }, words.corrections, when)
}

/** Up to three questions about the tables of an answer and their neighbours; each is one that this planner answers. */
export const suggestAfter = async (
  given: Knowledge,
  { question, tables }: Pick<ComposeRequest, 'question' | 'tables'>,
): Promise<readonly string[]> => {
  const knowledge = relationalKnowledge(given)
  await prepare(knowledge)
  return await suggestQuestions(knowledge, { asked: [question], near: { tables, columns: [] } })
}

/** Up to `STARTERS_MAX` initial questions; each is one that this planner answers. Values from the caller's own rows are ignored. */
export const startersFor = async (given: Knowledge): Promise<readonly string[]> => {
  const { ownTables } = given
  const values = ownTables === undefined ? given.values : given.values.filter(({ table }) => !ownTables.has(table))
  const knowledge = relationalKnowledge({ ...given, values })
  await runInSlices(makeLexicon(knowledge.view))
  return await starterQuestions(knowledge)
}

/** Builds missing caches for this database and these values. */
const prepare = async (knowledge: Knowledge): Promise<void> => {
  await runInSlices(makeLexicon(knowledge.view))
  await runInSlices(indexColumns(allValues(knowledge)))
}

const GREETING =
  /^(?:(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening)|thanks|thank you|great|ok|okay)(?: there| again| tabletalk)?[\s,!.;:-]+)+(?=\S)/i

/** "Why do people return things? Count the returns by reason": the last sentence is the question. */
const lastSentence = (message: string): string => {
  const question = withoutCorrectedName(message)
  const sentences = question
    .replace(GREETING, '')
    .split(/(?<=[?!])\s+/)
    .filter((sentence) => /\p{L}/u.test(sentence))
  const last = sentences.at(-1) ?? question
  return sentences.length > 1 && unanswerableKind(sentences[0] ?? '') === 'why' ? last : question.replace(GREETING, '')
}

/** Reads several sentences as one question, as a question and its change, or as a remark and a question. */
const understandLast = async (request: DraftRequest, when: PeriodContext): Promise<DecidedReading> => {
  const sentences = request.question.split(/(?<=[?!.])\s+/).filter((sentence) => /\p{L}{2}/u.test(sentence))
  const last = sentences.at(-1)
  if (sentences.length < 2 || last === undefined) return understandInContext(request, when)
  const edited = CHANGES.test(last) ? await understandSentences(request, sentences, when) : null
  if (edited !== null) return edited
  const whole = await understandInContext(request, when)
  if (whole.decision.kind === 'answer') return whole
  const isAfterRemark = last.endsWith('?') && sentences.slice(0, -1).every((sentence) => !sentence.trim().endsWith('?'))
  if (isAfterRemark) {
    const alone = await understandInContext({ ...request, question: last }, when)
    if (alone.decision.kind === 'answer') return alone
  }
  return (await understandSentences(request, sentences, when)) ?? whole
}

/** A sentence that changes the request of the previous one. */
const CHANGES = /^(?:please )?(?:show|give me|list)? ?(?:only|just)\b/i

/** The glossary entry that choosing a reading teaches for the ambiguous question before it. */
const entryLearntFrom = async (
  request: DraftRequest,
  chosen: StatedQuery,
  when: PeriodContext,
): Promise<ProposedEntry | undefined> => {
  const question = request.clarifies === undefined ? null : readable(request.clarifies)
  if (question === null) return undefined
  const unclear = { ...request, question: lastSentence(question) }
  const { read, state } = await understandLast(unclear, when)
  if (state === null) return undefined
  const { unknown } = understoodWords(read.words, state)
  return await learntEntry(request.knowledge, { question: unclear.question, state, unknown }, chosen, when)
}

/** The questions of the conversation, with the current one last. */
const questionsOf = ({ recentTurns, question }: DraftRequest): readonly string[] => [
  ...recentTurns.map((turn) => turn.question),
  question,
]

const others = ({ question, knowledge }: DraftRequest): UnanswerableKind | null =>
  asksForOthers(question, knowledge) ? 'others' : null

const chat = (request: DraftRequest, kind: SmallTalk): Promise<ReplyDraft> => {
  const topics = mainTables(request.knowledge)
    .slice(0, 4)
    .map((table) => table.plural)
  return chatting(request, smallTalkReply(kind, request.knowledge.view.databaseName, topics))
}

const chatting = async (request: DraftRequest, reply: string): Promise<ReplyDraft> => ({
  planner: NAME,
  mode: 'chat',
  reply,
  suggestions: await suggestQuestions(request.knowledge, { asked: questionsOf(request), near: NO_CONTEXT }),
  assumptions: [],
  confidence: 1,
})

interface Answered {
  readonly reading: Omit<WeighedQuery, 'state'>
  /** The query to run: it may show more than was asked. */
  readonly shown: StatedQuery
  /** Further readings, most likely first. */
  readonly others: readonly WeighedQuery[]
}

const answer = (
  request: DraftRequest,
  { reading, shown, others }: Answered,
  notes: readonly string[],
  when: PeriodContext,
): QueryDraft => {
  const catalog = catalogOf(request.knowledge.view)
  const { question } = request
  const { tree: ir, probability } = reading
  const subject = subjectOf(catalog, ir, shown.tree, { question, today: when.today })
  const extent = extentOf(catalog, ir)
  const ties = tiesQuery(catalog, shown.tree)
  const readAs = sentenceOf(catalog, ir)
  const next = nextQuestions(request.knowledge, { question, tree: ir }, when)
  return {
    planner: NAME,
    mode: 'query',
    query: shown.query,
    explanation: sentenceOf(catalog, shown.tree) ?? `List the ${subject.many}`,
    plan: {
      ir,
      subject,
      anytime: extent?.anytime ?? '',
      suggestions: next.map((one) => one.question),
      rowsMin: next.map((one) => one.rowsMin),
    },
    titles: subjectTitles(subject),
    assumptions: [
      ...notes,
      ...(readAs === null || sameQuestion(readAs, question) ? [] : [readAs]),
      ...notesOf(catalog, shown.tree),
    ],
    confidence: probability,
    ...(extent === null ? {} : { extentQuery: extent.query }),
    ...(ties === null ? {} : { tiesQuery: ties }),
    ...alternativesOf(catalog, { answer: reading, others }, (one) => shownOrOriginal(catalog, one, question).query),
  }
}

/** The query with added columns, or the original one if that cannot be printed. */
const shownOrOriginal = (catalog: Catalog, { tree, query }: StatedQuery, question: string): StatedQuery => {
  const shown = shownTree(catalog, tree, question)
  if (shown === tree) return { tree, query }
  const text = queryText(catalog, catalog.view.dialect, shown)
  return text === null ? { tree, query } : { tree: shown, query: text }
}

/** The follow-up suggestions for an answer; only counted rows can be grouped. */
const suggestionsAfter = ({ rows, rowCount }: QueryResult, { subject, suggestions, rowsMin }: Plan): string[] => {
  const counted = subject.shape === 'count' ? Object.values(rows[0] ?? {})[0] : undefined
  const count = typeof counted === 'number' ? counted : rowCount
  const isNumber = subject.shape === 'value' || subject.shape === 'share'
  return suggestions.filter((_, index) => isNumber || count >= (rowsMin[index] ?? 0))
}

/** The range with data, in the terms of the question. */
const rangeWithData = ({ extent }: ComposeRequest, { anytime }: Plan): string | undefined =>
  extent === undefined ? undefined : `${anytime}${windowWords(extent.first, addDays(extent.last, 1))}`

/** "6 cities tie for this place." */
const tiesWords = ({ rows, isMore, limit }: Ties, { group, many }: Subject): string => {
  const what = group === null ? many : pluralize.plural(group)
  const place = limit === 1 ? 'the first place' : `the last of these ${limit} places`
  return `${isMore ? 'At least ' : ''}${rows} ${what} tie for ${place}.`
}

const compose = async (request: ComposeRequest, emit: (chunk: string) => Promise<void>): Promise<Composition> => {
  const plan = planSchema.safeParse(request.draft.plan)
  const subject = plan.success ? plan.data.subject : null
  const instead = plan.success ? rangeWithData(request, plan.data) : undefined
  const aside = subject === null || request.ties === undefined ? undefined : tiesWords(request.ties, subject)
  const answer = await templateAnswer(request, subject, emit, {
    ...(instead === undefined ? {} : { instead }),
    ...(aside === undefined ? {} : { aside }),
  })
  return { ...answer, suggestions: plan.success ? suggestionsAfter(request.result, plan.data) : [] }
}
