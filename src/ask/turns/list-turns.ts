import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { adviceFor } from '../../platform/problems/advice.ts'
import { isProblemName, problemRow } from '../../platform/problems/problem.ts'
import { cutText } from '../../platform/values/cut-text.ts'
import type { Store } from '../../store/store.ts'
import type { TurnRuns } from '../../temporal/turn-runs.ts'
import type { TurnLog } from '../events/turn-log.ts'
import type { TurnRun, TurnRunFilter, TurnStep } from '../rules/turn-run.ts'

/** A turn as listed for operators and managers. */
export interface ListedTurn extends TurnRun {
  readonly organizationName: string | undefined
  readonly databaseName: string | undefined
  /** Only of a running turn. */
  readonly step: TurnStep
  /** Only of a turn that ended with a problem: the text that the user got. */
  readonly message: string | undefined
  readonly advice: string | undefined
  /** The beginning of the question; undefined for operators, and if questions are hidden. */
  readonly question: string | undefined
  readonly elapsedMs: number
}

interface ListParts {
  readonly config: { readonly redact: boolean }
  readonly store: Pick<Store, 'databases' | 'messages' | 'organizations'>
  readonly stream: { readonly log: Pick<TurnLog, 'head' | 'read'> }
  readonly temporal: { readonly turnRuns: Pick<TurnRuns, 'list'> }
}

/** As long as in the summaries of Temporal's UI. */
const QUESTION_MAX = 60

/**
 * Turns, running ones first.
 *
 * @param reader lists the turns of its organization, with the beginnings of their questions; undefined for operators,
 * who list the turns of all organizations without questions
 * @throws Problem `worker_unavailable` when Temporal does not answer
 */
export const listTurns = async (
  parts: ListParts,
  reader: OrganizationRef | undefined,
  filter: TurnRunFilter,
  page: Parameters<TurnRuns['list']>[1],
): Promise<{ readonly turns: readonly ListedTurn[]; readonly next: string | undefined }> => {
  const { organizationId = reader?.organizationId } = filter
  if (reader !== undefined && organizationId !== reader.organizationId) return { turns: [], next: undefined }
  const wanted = { ...filter, organizationId }
  const { runs, next } = await parts.temporal.turnRuns.list(wanted, page)
  const now = Date.now()
  const nameOf = nameCache(parts.store)
  const questions =
    reader === undefined || parts.config.redact
      ? undefined
      : await parts.store.messages.questionTexts(
          reader,
          runs.map(({ turnId }) => turnId),
        )
  const turns = runs.map(async (run): Promise<ListedTurn> => {
    const { problem = '', startedAt, endedAt } = run
    const question = questions?.get(run.turnId)
    const [organizationName, databaseName, step] = await Promise.all([
      nameOf.organization(run),
      nameOf.database(run),
      run.state === 'running' ? stepOf(parts, run) : undefined,
    ])
    return {
      ...run,
      organizationName,
      databaseName,
      step,
      message: isProblemName(problem) ? problemRow(problem).message : undefined,
      advice: run.state === 'failed' ? adviceFor(problem) : undefined,
      question: question === undefined ? undefined : beginning(question),
      elapsedMs: Math.max(0, (endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(startedAt)),
    }
  })
  return { turns: await Promise.all(turns), next }
}

const beginning = (question: string): string => {
  const line = question.replace(/\s+/g, ' ').trim()
  const cut = cutText(line, QUESTION_MAX)
  return cut === line ? line : `${cut}…`
}

/** The latest status in its event log; undefined if the log is unavailable. */
const stepOf = async ({ stream }: ListParts, { turnId }: TurnRun): Promise<TurnStep> => {
  const last = await lastEvents(stream.log, turnId).catch(() => [])
  const status = last.map(({ body }) => body).findLast((body) => body.type === 'status')
  return status?.type === 'status' ? status.status : undefined
}

/** Statuses are at most this many events back, except while an answer is written, which then is the status. */
const EVENTS_BACK = 20

const lastEvents = async (log: ListParts['stream']['log'], turnId: string) => {
  const { lastSeq } = await log.head(turnId)
  return await log.read(turnId, Math.max(0, lastSeq - EVENTS_BACK), EVENTS_BACK)
}

/** Caches names, so that each is read once, however many turns have it. */
const nameCache = (store: ListParts['store']) => {
  const read = new Map<string, Promise<string | undefined>>()
  const once = (key: string, of: () => Promise<{ readonly name: string } | undefined>) => {
    const known = read.get(key) ?? of().then((found) => found?.name)
    read.set(key, known)
    return known
  }
  return {
    organization: (run: TurnRun) => once(`${run.organizationId}`, () => store.organizations.find(run)),
    database: (run: TurnRun) =>
      once(`${run.organizationId}/${run.databaseId}`, () => store.databases.find(run, run.databaseId)),
  }
}
