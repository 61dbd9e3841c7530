import path from 'node:path'
import { pathToFileURL } from 'node:url'
import threads, { type WorkerOptions } from 'node:worker_threads'

const WORKFLOW_THREAD = path.join('@temporalio', 'worker', 'lib', 'workflow', 'workflow-worker-thread.js')
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'unwatched-calls.ts')).href

const { Worker: Plain } = threads
const WithPreload = new Proxy(Plain, {
  construct(target, [file, options]: [string | URL, WorkerOptions?], newTarget): object {
    const isOurs = String(file).endsWith(WORKFLOW_THREAD)
    const given = isOurs ? { ...options, execArgv: ['--import', PRELOAD, ...(options?.execArgv ?? [])] } : options
    return Reflect.construct(target, [file, given], newTarget)
  },
})

let making = 0

/**
 * Makes a worker whose workflows run in a thread that begins with `unwatched-calls.ts`: the SDK has no setting for it.
 * Other threads are made as ever, and so are those of workflows should the SDK give their file another name.
 */
export const withQuickWorkflows = async <Made>(make: () => Promise<Made>): Promise<Made> => {
  if (making++ === 0) Reflect.set(threads, 'Worker', WithPreload)
  try {
    return await make()
  } finally {
    if (--making === 0) Reflect.set(threads, 'Worker', Plain)
  }
}
