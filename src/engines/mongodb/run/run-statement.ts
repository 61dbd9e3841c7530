import type { AbstractCursor, ClientSession, Db } from 'mongodb'
import type { Refusal } from '../../../guard/guarded-query.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { runInSlices, sliceTimer } from '../../../platform/values/sliced.ts'
import type { RunResult } from '../../engine.ts'
import type { RowLimits } from '../../shared/run/row-collector.ts'
import { codeOf } from '../connect/connect-problem.ts'
import { MalformedFrame } from '../connect/frame-guard.ts'
import type { Member } from '../connect/member.ts'
import type { Command } from '../guard/command.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { DocumentRows } from './document-rows.ts'
import { MalformedDocument, rawDocuments } from './elements.ts'
import { explainError, isEnded, isTimeout, serverCode, TOO_LARGE } from './explain-error.ts'

interface CommandLimits extends RowLimits {
  /** Shape of the resulting documents. */
  readonly shape: Shape | undefined
  /** Whether decimals may be results of divisions. */
  readonly isRounded: boolean
  readonly turnId: string
  /** Remaining time in ms. */
  readonly leftMs: () => number
  /** Whether it may run under a view's own collation. */
  readonly anyCollation: boolean
  /** Stops the statement on the server when it aborts. */
  readonly signal: AbortSignal
}

const BATCH_MAX = 1_000
const STOP_MS = 1_500

/**
 * Runs one command, and keeps the first documents. The server stops it by itself on a timeout and when the connection
 * is lost.
 *
 * @throws Problem `query_timeout`, `database_unreachable`; the signal's reason when it aborts
 */
export const runStatement = async (member: Member, command: Command, limits: CommandLimits): Promise<RunResult> => {
  const started = performance.now()
  const rows = new DocumentRows(limits)
  const refusal = await readDocuments(member, command, limits, (document) => rows.add(document))
  if (refusal !== undefined) return { ok: false, refusal }
  const executionTimeMs = Math.round((performance.now() - started) * 1000) / 1000
  return { ok: true, result: { ...(await runInSlices(rows.sliced())), executionTimeMs } }
}

type Reading = Omit<CommandLimits, 'bytesMax' | 'wholeBytesMax' | 'keepsCellsWhole' | 'shape' | 'isRounded'>

/**
 * Runs one command as `runStatement` does, and passes on its raw documents.
 *
 * @param take returns whether more documents are wanted
 * @returns why the server rejected it, or undefined
 * @throws as `runStatement`; errors of `take`, except MalformedDocument
 */
export const readDocuments = async (
  member: Member,
  command: Command,
  limits: Reading,
  take: (document: Buffer) => boolean | Promise<boolean>,
): Promise<Refusal | undefined> => {
  const read = await readWithCollation(SIMPLE, member, command, limits, take)
  if (read !== 'another collation') return read
  // A view with its own collation rejects all others.
  const underOwnCollation = limits.anyCollation
    ? await readWithCollation({}, member, command, limits, take)
    : OWN_COLLATION
  return underOwnCollation === 'another collation' ? OWN_COLLATION : underOwnCollation
}

const SIMPLE = { collation: { locale: 'simple' } } as const

const OPTION_NOT_SUPPORTED_ON_VIEW = 167

const OWN_COLLATION: Refusal = {
  reason: 'execution_failed',
  hint: 'The view has its own collation, under which two row owners may compare as equal: it cannot be queried.',
  repairable: false,
}

type Collation = typeof SIMPLE | { readonly collation?: never }

const readWithCollation = async (
  collation: Collation,
  member: Member,
  command: Command,
  limits: Reading,
  take: (document: Buffer) => boolean | Promise<boolean>,
): Promise<Refusal | 'another collation' | undefined> => {
  const session = member.hasSessions ? member.client.startSession({ causalConsistency: false }) : undefined
  const cursor = cursorOf(member, command, { ...limits, collation }, session)
  try {
    const betweenSlices = sliceTimer()
    for await (const document of rawDocuments(cursor)) {
      if (!(await take(document))) break
      await betweenSlices()
    }
    await cursor.close()
    return undefined
  } catch (error) {
    if (limits.signal.aborted) {
      await killSession(member, session)
      throw limits.signal.reason
    }
    if (serverCode(error) === OPTION_NOT_SUPPORTED_ON_VIEW) return 'another collation'
    return refusalFor(error)
  } finally {
    void session?.endSession().catch(() => {})
  }
}

const cursorOf = (
  { database }: Member,
  command: Command,
  { rowsMax, turnId, leftMs, signal, collation }: Reading & { readonly collation: Collation },
  session: ClientSession | undefined,
): AbstractCursor => {
  const options = {
    signal,
    raw: true,
    allowDiskUse: false,
    ...collation,
    maxTimeMS: Math.max(1, Math.ceil(leftMs())),
    batchSize: Math.min(rowsMax + 1, BATCH_MAX),
    comment: `tabletalk ${turnId}`,
    ...(session === undefined ? {} : { session }),
  }
  const collection = database.collection(command.collection)
  if (command.op === 'aggregate') return collection.aggregate(command.pipeline, options)
  const { filter, projection, sort, skip, limit } = command
  return collection.find(filter, {
    ...options,
    limit,
    ...(projection === undefined ? {} : { projection }),
    ...(sort === undefined ? {} : { sort: sortOf(sort) }),
    ...(skip === undefined ? {} : { skip }),
  })
}

const sortOf = (sort: Readonly<Record<string, unknown>>): Map<string, 1 | -1> =>
  new Map(Object.entries(sort).map(([path, direction]) => [path, Number(direction) < 0 ? -1 : 1]))

/** Kills the session from another connection, because its own one is already closed. */
const killSession = async ({ client }: Member, session: ClientSession | undefined): Promise<void> => {
  if (session?.id === undefined) return
  const kill = client.db('admin').command({ killSessions: [session.id] }, { signal: AbortSignal.timeout(STOP_MS) })
  await kill.catch(() => {})
}

const refusalFor = (error: unknown): Refusal => {
  const code = serverCode(error)
  if (isTimeout(code)) throw new Problem('query_timeout')
  if (code !== undefined && !isEnded(code)) return explainError(code)
  if (error instanceof MalformedDocument || error instanceof MalformedFrame) return TOO_LARGE
  throw connectionLost(error)
}

const connectionLost = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('database_unreachable', { cause: new Error(`the connection was lost: ${codeOf(error)}`) })

/**
 * Explains an empty result if the collection does not exist, which the server does not report.
 *
 * @throws Problem `database_unreachable` if the database is empty; network errors
 */
export const missingCollection = async (
  database: Db,
  name: string,
  { leftMs, signal }: { readonly leftMs: () => number; readonly signal: AbortSignal },
): Promise<RunResult | undefined> => {
  const options = { nameOnly: true, authorizedCollections: true, signal, maxTimeMS: Math.max(1, Math.ceil(leftMs())) }
  const exists = async (filter: { readonly name?: string }): Promise<boolean> =>
    (await database.listCollections(filter, options).next()) !== null
  if (await exists({ name })) return undefined
  if (!(await exists({})))
    throw new Problem('database_unreachable', { cause: new Error('the database has no collections') })
  return { ok: false, refusal: { reason: 'invalid_query', hint: `There is no collection ${name}.`, repairable: true } }
}
