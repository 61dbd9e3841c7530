import { readFile } from 'node:fs/promises'
import { Client, Connection } from '@temporalio/client'
import { type Document, MongoClient } from 'mongodb'
import type { JournalEntry } from '../journal.ts'
import type { Evidence, Statement } from './evidence.ts'

export interface Places {
  readonly mongoUri: string
  readonly temporalAddress: string
  /** Files in which no secret may stand. */
  readonly files: readonly string[]
  /** The log of the customer's database. */
  readonly statementLog: string
}

/** Reads what is stored and what runs, past the service. */
export const gatherEvidence = async (
  places: Places,
  journal: readonly JournalEntry[],
  running: readonly Statement[],
): Promise<Evidence> => {
  const [stored, openWorkflows, begun, texts] = await Promise.all([
    storedIn(places.mongoUri),
    workflowsOpen(places.temporalAddress),
    statementsIn(places.statementLog),
    Promise.all(places.files.map(async (where) => ({ where, text: await textOf(where) }))),
  ])
  const dumps = [...stored].map(([name, documents]) => ({ where: name, text: JSON.stringify(documents) }))
  const documentsOf = (name: string): readonly Document[] => stored.get(name) ?? []
  return {
    journal,
    running,
    begun,
    openWorkflows,
    texts: [...texts, ...dumps],
    messages: documentsOf('messages').map(({ _id, conversationId, scopeId, sender, content, timestamp }) => ({
      id: _id,
      conversationId,
      scopeId,
      sender,
      content,
      at: timestamp.getTime(),
    })),
    conversations: documentsOf('conversations').map(({ _id, messageCount, lastMessageAt }) => ({
      id: _id,
      messageCount,
      lastMessageAt: lastMessageAt.getTime(),
    })),
    claims: documentsOf('claims').map(({ turnId, conversationId, state }) => ({ turnId, conversationId, state })),
    references: ['conversations', 'messages', 'results'].flatMap((collection) =>
      documentsOf(collection).map(({ _id, conversationId }) => ({ collection, conversationId: conversationId ?? _id })),
    ),
    leases: documentsOf('leases').flatMap(({ leases }) => leases.map(({ turnId }: { turnId: string }) => turnId)),
  }
}

const textOf = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '')

const storedIn = async (uri: string): Promise<ReadonlyMap<string, readonly Document[]>> => {
  const client = await MongoClient.connect(uri)
  try {
    const collections = await client.db().listCollections({}, { nameOnly: true }).toArray()
    const found = collections.map(
      async ({ name }): Promise<[string, readonly Document[]]> => [
        name,
        await client.db().collection(name).find().toArray(),
      ],
    )
    return new Map(await Promise.all(found))
  } finally {
    await client.close()
  }
}

const workflowsOpen = async (address: string): Promise<Evidence['openWorkflows']> => {
  const connection = await Connection.connect({ address })
  try {
    const open: { id: string; startedAt: number }[] = []
    const client = new Client({ connection })
    for await (const { workflowId, startTime } of client.workflow.list({ query: "ExecutionStatus = 'Running'" }))
      open.push({ id: workflowId, startedAt: startTime.getTime() })
    return open
  } finally {
    await connection.close()
  }
}

/** `epoch|tag|process|LOG:  execute …`, as `log_line_prefix` has it. */
const LINE = /^(\d+\.\d+)\|tabletalk ([^|]+)\|(\d+)\|LOG: {2}execute /

/** Statements of turns that the customer's database has begun. */
export const statementsIn = async (log: string): Promise<readonly Statement[]> =>
  (await readFile(log, 'utf8')).split('\n').flatMap((line) => {
    const [, epoch, turnId, pid] = LINE.exec(line) ?? []
    return turnId === undefined ? [] : [{ turnId, pid: Number(pid), at: Number(epoch) * 1000 }]
  })
