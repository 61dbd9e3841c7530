import path from 'node:path'
import { findTemporal, type TemporalProgram } from '../programs/find-temporal.ts'
import { makeTemporal } from '../programs/make-temporal.ts'
import type { ServerFolders } from '../programs/server-folders.ts'
import { isAtLeast } from '../programs/tool-versions.ts'
import { temporalServes } from './probe.ts'
import { type SupervisedServer, type Supervision, supervise } from './supervise.ts'

interface TemporalFiles {
  /** Undefined: in memory. */
  readonly database: string | undefined
  readonly log: string
}

interface TemporalPorts {
  readonly grpc: number
  /** Undefined: no UI. */
  readonly ui: number | undefined
}

export interface StartedTemporal {
  readonly server: SupervisedServer
  /** By their names in `runtime.json`. */
  readonly ports: Readonly<Record<string, number>>
  readonly address: string
  readonly ui: string | undefined
}

const HOST = '127.0.0.1'
export const TEMPORAL_PORT = 7233
export const TEMPORAL_UI_PORT = 8233
const READY_WITHIN_MS = 60_000

/** Finds or installs the Temporal command. @throws MissingServer */
export const obtainTemporal = async (places: ServerFolders, supervision: Supervision): Promise<TemporalProgram> => {
  const found = await findTemporal(places)
  if (found !== undefined) return found
  supervision.onInstall?.()
  return await makeTemporal(places, supervision)
}

/**
 * Starts a development server, and waits until it serves.
 * @param codec the codec endpoint with which the UI decodes payloads
 * @throws ServerDidNotStart
 */
export const startTemporal = async (
  { file, version }: TemporalProgram,
  { files, ports, codec }: { files: TemporalFiles; ports: TemporalPorts; codec: string | undefined },
  supervision: Supervision,
): Promise<StartedTemporal> => {
  const server = await supervise(
    {
      name: 'Temporal',
      file,
      args: [
        'server',
        'start-dev',
        '--ip',
        HOST,
        '--port',
        String(ports.grpc),
        '--log-level',
        'error',
        ...(ports.ui === undefined ? ['--headless'] : ['--ui-port', String(ports.ui), '--ui-ip', HOST]),
        // The command with a server before 1.31 does not know this flag.
        ...(version === undefined || isAtLeast(version, '1.31') ? ['--ui-disable-news-fetch'] : []),
        ...(codec === undefined ? [] : ['--ui-codec-endpoint', codec]),
        ...(files.database === undefined ? [] : durably(files.database)),
        ...QUICK_DISPATCH.flatMap((value) => ['--dynamic-config-value', value]),
        ...SEARCH_ATTRIBUTES.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
      ],
      env: { TEMPORAL_VERSION_CHECK_DISABLED: '1' },
      log: files.log,
      announcement: 'Server: ',
      readyWithinMs: READY_WITHIN_MS,
      probe: () => temporalServes({ host: HOST, port: ports.grpc }),
    },
    supervision,
  )
  return {
    server,
    ports: { temporal: ports.grpc, ...(ports.ui === undefined ? {} : { temporal_ui: ports.ui }) },
    address: `${HOST}:${ports.grpc}`,
    ui: ports.ui === undefined ? undefined : `http://${HOST}:${ports.ui}`,
  }
}

/** Without these, the single history shard polls 20 times per second: 8 steps take 850 ms, with them 123 ms. */
const QUICK_DISPATCH = [
  'history.transferProcessorMaxPollRPS=10000',
  'history.timerProcessorMaxPollRPS=10000',
  'system.enableActivityEagerExecution=true',
  // Queued activities are dispatched in turn by organization and tenant.
  'matching.enableFairness=true',
]

const SEARCH_ATTRIBUTES = ['OrgId', 'TenantId', 'ConversationId', 'DatabaseId', 'QueryType', 'Problem']

const durably = (database: string): string[] => [
  '--db-filename',
  path.resolve(database),
  '--sqlite-pragma',
  'journal_mode=WAL',
  '--sqlite-pragma',
  'synchronous=NORMAL',
]
