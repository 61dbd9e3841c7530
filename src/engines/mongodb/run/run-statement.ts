import type { AbstractCursor, ClientSession, Db } from 'mongodb'
import type { Refusal } from '../../../guard/guarded-query.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { inSlices, pauses } from '../../../platform/values/sliced.ts'
import type { RunResult } from '../../engine.ts'
import type { RowLimits } from '../../shared/run/row-collector.ts'
import { codeOf } from '../connect/connect-problem.ts'
import { BadFrame } from '../connect/frame-guard.ts'
import type { Member } from '../connect/member.ts'
import type { Command } from '../guard/command.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { DocumentRows } from './document-rows.ts'
import { BadDocument, rawDocuments } from './elements.ts'
import { explainError, isEnded, isTimeout, serverCode, TOO_LARGE } from './explain-error.ts'

export interface CommandLimits extends RowLimits {
  /** Of the documents that it yields. */
  readonly shape: Shape | undefined
  /** Whether its decimals may be results of divisions. */
  readonly isRounded: boolean
  readonly turnId: string
  /** What is left of the time, in milliseconds. */
  readonly leftMs: () => number
  /** Whether it may run under whatever collation a view has. */
  readonly anyCollation: boolean
  /** When it aborts, the server is told to stop. */
  readonly signal: AbortSignal
}

const BATCH_MAX = 1_000
const STOP_MS = 1_500

/**
 * Runs one command, and keeps the first documents. The server ends it by itself when the time is up, whoever is still
 * there to see it, and when its connection is lost.
 *
 * @throws Problem `query_timeout`, `database_unreachable`; the signal's reason when it aborts
 */
export const runStatement = async (member: Member, command: Command, limits: CommandLimits): Promise<RunResult> => {
  const started = performance.now()
  const rows = new DocumentRows(limits)
  const refusal = await readDocuments(member, command, limits, (document) => rows.add(document))
  if (refusal !== undefined) return { ok: false, refusal }
  const executionTimeMs = Math.round((performance.now() - started) * 1000) / 1000
  return { ok: true, result: { ...(await inSlices(rows.sliced())), executionTimeMs } }
}

type Reading = Omit<CommandLimits, 'bytesMax' | 'wholeBytesMax' | 'keepsCellsWhole' | 'shape' | 'isRounded'>

/**
 * Runs one command as `runStatement` does, and gives its documents as they are.
 *
 * @param take whether more documents are wanted
 * @returns why the server rejected it, or undefined
 * @throws as `runStatement`; what `take` throws, but for BadDocument
 */
export const readDocuments = async (
  member: Member,
  command: Command,
  limits: Reading,
  take: (document: Buffer) => boolean | Promise<boolean>,
): Promise<Refusal | undefined> => {
  const read = await readUnder(SIMPLE, member, command, limits, take)
  if (read !== 'another collation') return read
  // A view with a collation of its own refuses every other one.
  const own = limits.anyCollation ? await readUnder({}, member, command, limits, take) : OWN_COLLATION
  return own === 'another collation' ? OWN_COLLATION : own
}

const SIMPLE = { collation: { locale: 'simple' } } as const

const OPTION_NOT_SUPPORTED_ON_VIEW = 167

const OWN_COLLATION: Refusal = {
  reason: 'execution_failed',
  hint: 'The view has its own collation, under which two row owners may compare as equal: it cannot be queried.',
  repairable: false,
}

type Collation = typeof SIMPLE | { readonly collation?: never }

const readUnder = async (
  collation: Collation,
  member: Member,
  command: Command,
  limits: Reading,
  take: (document: Buffer) => boolean | Promise<boolean>,
): Promise<Refusal | 'another collation' | undefined> => {
  const session = member.hasSessions ? member.client.startSession({ causalConsistency: false }) : undefined
  const cursor = cursorOf(member, command, { ...limits, collation }, session)
  try {
    const betweenSlices = pauses()
    for await (const document of rawDocuments(cursor)) {
      if (!(await take(document))) break
      await betweenSlices()
    }
    await cursor.close()
    return undefined
  } catch (error) {
    if (limits.signal.aborted) {
      await stop(member, session)
      throw limits.signal.reason
    }
    if (serverCode(error) === OPTION_NOT_SUPPORTED_ON_VIEW) return 'another collation'
    return refused(error)
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

/** Ends what runs in a session, from another connection: the one that it came by is closed already. */
const stop = async ({ client }: Member, session: ClientSession | undefined): Promise<void> => {
  if (session?.id === undefined) return
  const kill = client.db('admin').command({ killSessions: [session.id] }, { signal: AbortSignal.timeout(STOP_MS) })
  await kill.catch(() => {})
}

const refused = (error: unknown): Refusal => {
  const code = serverCode(error)
  if (isTimeout(code)) throw new Problem('query_timeout')
  if (code !== undefined && !isEnded(code)) return explainError(code)
  if (error instanceof BadDocument || error instanceof BadFrame) return TOO_LARGE
  throw lost(error)
}

const lost = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('database_unreachable', { cause: new Error(`the connection was lost: ${codeOf(error)}`) })

/**
 * Why a query found nothing, where the collection that it reads is gone: the server finds nothing in what is not there,
 * and does not say so.
 *
 * @throws Problem `database_unreachable` when the database holds nothing at all; what the network says
 */
export const missingCollection = async (
  database: Db,
  name: string,
  { leftMs, signal }: { readonly leftMs: () => number; readonly signal: AbortSignal },
): Promise<RunResult | undefined> => {
  const options = { nameOnly: true, authorizedCollections: true, signal, maxTimeMS: Math.max(1, Math.ceil(leftMs())) }
  const there = async (filter: { readonly name?: string }): Promise<boolean> =>
    (await database.listCollections(filter, options).next()) !== null
  if (await there({ name })) return undefined
  if (!(await there({})))
    throw new Problem('database_unreachable', { cause: new Error('the database has no collections') })
  return { ok: false, refusal: { reason: 'invalid_query', hint: `There is no collection ${name}.`, repairable: true } }
}
