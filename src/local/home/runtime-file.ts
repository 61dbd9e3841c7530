import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { homeFiles } from './home.ts'
import { jsonOrNothing, readIfThere, writePrivate } from './private-file.ts'
import { type ProcessMark, stillRuns } from './process-identity.ts'
import { withLock } from './with-lock.ts'

const Mark = z.object({ pid: z.number().int(), identity: z.string() })

const Runtime = z.object({
  base_url: z.string().optional(),
  temporal_address: z.string().optional(),
  temporal_ui: z.string().optional(),
  mongodb_uri: z.string().optional(),
  /** What the Temporal UI was told; whoever has it may have payloads decoded. */
  codec_endpoint: z.string().optional(),
  /** Where servers of ours listen: a start after `kill -9` takes the same ports, so that who works with them finds them. */
  ports: z.record(z.string(), z.number().int()).optional(),
  started_at: z.string(),
  /** Servers that were made here, and every API and worker that works with this home: `api`, `api-2`, … */
  processes: z.record(z.string(), Mark),
})

/** What runs now with this home folder. */
export type Runtime = z.infer<typeof Runtime>

/** Servers that a start makes and a later one may have to end; every other entry is somebody's own process. */
export const SERVER_NAMES = ['store', 'temporal'] as const
export type ServerName = (typeof SERVER_NAMES)[number]

/** What runs, or was killed while it ran; undefined after a clean stop. */
export const readRuntime = async (home: string): Promise<Runtime | undefined> => {
  const text = await readIfThere(homeFiles(home).runtime)
  if (text === undefined) return undefined
  const runtime = Runtime.safeParse(jsonOrNothing(text))
  return runtime.success ? runtime.data : undefined
}

/** Writers of one process take their turns here, and poll no lock for them. */
let earlier: Promise<unknown> = Promise.resolve()

/**
 * Changes `runtime.json` from what it says now, one process at a time, so that no writer loses what another one wrote.
 * Processes that have ended are dropped on the way, and so is a file that says nothing any more.
 * @throws when the home folder is not there or cannot be written
 */
export const changeRuntime = (home: string, change: (runtime: Runtime) => Runtime): Promise<void> => {
  const mine = earlier.then(() => changeNow(home, change))
  earlier = mine.catch(() => undefined)
  return mine
}

const changeNow = async (home: string, change: (runtime: Runtime) => Runtime): Promise<void> => {
  const file = homeFiles(home).runtime
  for (let written = false; !written; ) {
    written = await withLock(`${file}.guard`, async (isHeld) => {
      const known = (await readRuntime(home)) ?? { started_at: new Date().toISOString(), processes: {} }
      const changed = change({ ...known, processes: await livingOf(known.processes) })
      if (!isHeld()) return false
      if (saysNothing(changed)) await rm(file, { force: true })
      else await writePrivate(file, `${JSON.stringify(changed, undefined, 2)}\n`)
      return true
    })
  }
}

/** Those of the marked processes that still run. */
export const livingOf = async (processes: Runtime['processes']): Promise<Record<string, ProcessMark>> => {
  const entries = await Promise.all(
    Object.entries(processes).map(async (entry) => ((await stillRuns(entry[1])) ? entry : undefined)),
  )
  return Object.fromEntries(entries.filter((entry) => entry !== undefined))
}

const saysNothing = ({ started_at, processes, ...rest }: Runtime): boolean =>
  Object.keys(processes).length === 0 && Object.values(rest).every((value) => value === undefined)
