import path from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type { DemoData } from '../../src/local/home/demo-file.ts'
import { startChild } from '../measure/child.ts'
import type { startLocalServers } from '../measure/local-servers.ts'
import { poster } from '../measure/post.ts'
import type { StoreCommand } from '../measure/store-commands.ts'

export type Servers = Awaited<ReturnType<typeof startLocalServers>>

/** One kind of turn that is measured: each request runs one workflow. */
export interface TurnKind {
  readonly name: string
  /** Waits for the end of a turn. @returns the response @throws if it is not the expected one */
  ask(): Promise<string>
  workflowIdOf(response: string): string
  /** Processor time of the process that serves and runs these turns, and of its child processes, so far. */
  processorMs(): number
}

export interface StartedService {
  readonly turn: TurnKind
  /** Store commands ended since the last call. */
  commands(): Promise<readonly StoreCommand[]>
  stop(): Promise<void>
}

/** As `npm start` does. */
const FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))
const QUESTION = 'How many orders were placed last month?'
const program = (name: string): string => path.join(import.meta.dirname, name)

/** Starts API and worker in one process. @param mongoUri its store */
export const startService = async (servers: Servers, mongoUri = servers.mongoUri): Promise<StartedService> => {
  const env = {
    TEMPORAL_ADDRESS: servers.temporalAddress,
    MONGODB_URI: mongoUri,
    HOME_OF_BENCH: servers.home,
    SECRET: servers.secret,
  }
  const child = await startChild<DemoData>(program('ours.ts'), env, FLAGS)
  const { base_url, org_key, organization_id: organizationId, tenants } = child.ready
  const asker = poster(Number(new URL(base_url).port), '/api/v1/chat/message', {
    'X-API-Key': org_key,
    'X-Tenant-Id': String(tenants[0]?.id),
    'X-Scope-Id': 'bench',
  })
  return {
    turn: {
      name: 'whole turn',
      async ask() {
        const response = await asker.post({ message: QUESTION })
        if (!response.includes('"row_count":1')) throw new Error(`not the answer: ${response}`)
        return response
      },
      workflowIdOf(response) {
        const { conversation_id: conversationId, turn_id: turnId } = JSON.parse(response).data
        return `turn/${organizationId}/${conversationId}/${turnId}`
      },
      processorMs: child.processorMs,
    },
    commands: () => child.ask('commands'),
    async stop() {
      asker.close()
      await child.stop()
    },
  }
}

const BARE = [
  { name: 'bare, one regular step', workflow: 'oneRegularStep' },
  { name: 'bare, five local steps', workflow: 'fiveLocalSteps' },
] as const

/** Starts the bare workflows, which share a process. @param isTuned with the worker's settings of the service */
export const startBare = async (
  servers: Servers,
  isTuned: boolean,
): Promise<{ readonly kinds: readonly TurnKind[]; stop(): Promise<void> }> => {
  const child = await startChild<{ port: number }>(program('bare.ts'), {
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TUNED: String(isTuned),
  })
  const kinds = BARE.map(({ name, workflow }): TurnKind => {
    const { post } = poster(child.ready.port, `/${workflow}`, {})
    return {
      name,
      ask: () => post({}),
      workflowIdOf: (response) => JSON.parse(response).workflowId,
      processorMs: child.processorMs,
    }
  })
  return { kinds, stop: child.stop }
}
