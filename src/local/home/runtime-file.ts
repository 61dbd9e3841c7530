import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { homeFiles } from './home.ts'
import { parseJsonOrUndefined, readIfExists, writePrivate } from './private-file.ts'
import { isMarkedProcessRunning, type ProcessMark } from './process-identity.ts'
import { withLock } from './with-lock.ts'

const Mark = z.object({ pid: z.number().int(), identity: z.string() })

const Runtime = z.object({
  base_url: z.string().optional(),
  temporal_address: z.string().optional(),
  temporal_ui: z.string().optional(),
  mongodb_uri: z.string().optional(),
  /** The codec endpoint of the Temporal UI, with its secret: it decodes payloads. */
  codec_endpoint: z.string().optional(),
  /** Ports of the servers: a start after `kill -9` reuses them, so that other processes find the servers again. */
  ports: z.record(z.string(), z.number().int()).optional(),
  started_at: z.string(),
  /** Servers that were started here, and all API and worker processes of this home folder: `api`, `api-2`, … */
  processes: z.record(z.string(), Mark),
})

/** The content of `runtime.json`: what runs with this home folder. */
export type Runtime = z.infer<typeof Runtime>

/** Servers that a start runs, and a later start ends if it was killed; other entries are independent processes. */
export const SERVER_NAMES = ['store', 'temporal'] as const
export type ServerName = (typeof SERVER_NAMES)[number]

/** Reads `runtime.json`; undefined after a clean stop. After `kill -9` it still lists the killed processes. */
export const readRuntime = async (home: string): Promise<Runtime | undefined> => {
  const text = await readIfExists(homeFiles(home).runtime)
  if (text === undefined) return undefined
  const runtime = Runtime.safeParse(parseJsonOrUndefined(text))
  return runtime.success ? runtime.data : undefined
}

/** The last change of this process: its changes wait for each other without polling the lock. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Reads, changes and writes `runtime.json` under a lock, so that no change of another process is lost. Removes processes that
 * have ended, and the file if nothing is left in it.
 * @throws if the home folder is missing or not writable
 */
export const changeRuntime = (home: string, change: (runtime: Runtime) => Runtime): Promise<void> => {
  const result = lastChange.then(() => changeNow(home, change))
  lastChange = result.catch(() => undefined)
  return result
}

const changeNow = async (home: string, change: (runtime: Runtime) => Runtime): Promise<void> => {
  const file = homeFiles(home).runtime
  for (let written = false; !written; ) {
    written = await withLock(`${file}.guard`, async (isHeld) => {
      const known = (await readRuntime(home)) ?? { started_at: new Date().toISOString(), processes: {} }
      const changed = change({ ...known, processes: await runningProcesses(known.processes) })
      if (!isHeld()) return false
      if (isEmpty(changed)) await rm(file, { force: true })
      else await writePrivate(file, `${JSON.stringify(changed, undefined, 2)}\n`)
      return true
    })
  }
}

/** The marked processes that still run. */
export const runningProcesses = async (processes: Runtime['processes']): Promise<Record<string, ProcessMark>> => {
  const entries = await Promise.all(
    Object.entries(processes).map(async (entry) => ((await isMarkedProcessRunning(entry[1])) ? entry : undefined)),
  )
  return Object.fromEntries(entries.filter((entry) => entry !== undefined))
}

const isEmpty = ({ started_at, processes, ...rest }: Runtime): boolean =>
  Object.keys(processes).length === 0 && Object.values(rest).every((value) => value === undefined)
