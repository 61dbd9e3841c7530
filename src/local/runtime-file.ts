import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { homeFiles } from './home.ts'
import { readIfThere, writePrivate } from './private-file.ts'

const Mark = z.object({ pid: z.number().int(), identity: z.string() })

const Runtime = z.object({
  base_url: z.string().optional(),
  temporal_address: z.string().optional(),
  temporal_ui: z.string().optional(),
  mongodb_uri: z.string().optional(),
  /** What the Temporal UI was told; whoever has it may have payloads decoded. */
  codec_endpoint: z.string().optional(),
  started_at: z.string(),
  /** What this start made and a later one may have to end. */
  processes: z.record(z.string(), Mark),
})

/** What runs now with this home folder. */
export type Runtime = z.infer<typeof Runtime>

/** What runs, or was killed while it ran; undefined after a clean stop. */
export const readRuntime = async (home: string): Promise<Runtime | undefined> => {
  const text = await readIfThere(homeFiles(home).runtime)
  if (text === undefined) return undefined
  const runtime = Runtime.safeParse(JSON.parse(text))
  return runtime.success ? runtime.data : undefined
}

/** Keeps `runtime.json` in step with what runs. */
export interface RuntimeFile {
  set(part: Omit<Runtime, 'processes' | 'started_at'>): Promise<void>
  setProcess(name: string, mark: { pid: number; identity: string }): Promise<void>
  remove(): Promise<void>
}

export const runtimeFile = (home: string): RuntimeFile => {
  const file = homeFiles(home).runtime
  let runtime: Runtime = { started_at: new Date().toISOString(), processes: {} }
  let writing = Promise.resolve()
  const write = () => {
    writing = writing.then(() => writePrivate(file, `${JSON.stringify(runtime, undefined, 2)}\n`))
    return writing
  }
  return {
    set(part) {
      runtime = { ...runtime, ...part }
      return write()
    },
    setProcess(name, mark) {
      runtime = { ...runtime, processes: { ...runtime.processes, [name]: mark } }
      return write()
    },
    async remove() {
      await writing
      await rm(file, { force: true })
    },
  }
}
