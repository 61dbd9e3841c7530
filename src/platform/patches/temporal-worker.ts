import path from 'node:path'
import { pathToFileURL } from 'node:url'
import threads, { type WorkerOptions } from 'node:worker_threads'
import { isApplicable, type Patch } from './patch.ts'

/** The SDK starts a thread for each call into a workflow, and captures a stack trace for each promise. */
export const TEMPORAL_WORKER_PATCH: Patch = {
  library: '@temporalio/worker',
  triedWith: '1.24.0',
  upstream:
    'https://github.com/nodejs/node/pull/47739 would make the time limit cheap; https://github.com/temporalio/sdk-typescript/issues/1557 asks for workflows without isolation',
  withoutPatch: 'workflows are watched by the SDK, and a turn costs a quarter more',
}

const WORKFLOW_THREAD = path.join('@temporalio', 'worker', 'lib', 'workflow', 'workflow-worker-thread.js')
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'temporal-workflow-thread.ts')).href

const { Worker: Plain } = threads
const WithPreload = new Proxy(Plain, {
  construct(target, [file, options]: [string | URL, WorkerOptions?], newTarget): object {
    const isOurs = String(file).endsWith(WORKFLOW_THREAD)
    const threadOptions = isOurs
      ? { ...options, execArgv: ['--import', PRELOAD, ...(options?.execArgv ?? [])] }
      : options
    return Reflect.construct(target, [file, threadOptions], newTarget)
  },
})

let pendingCalls = 0

/**
 * Creates a worker whose workflow thread preloads `temporal-workflow-thread.ts`: the SDK has no option for that. Other threads,
 * and other versions of the SDK, are not affected.
 *
 * @param installed the installed version
 */
export const withUnwatchedWorkflows = async <Made>(make: () => Promise<Made>, installed?: string): Promise<Made> => {
  if (!isApplicable(TEMPORAL_WORKER_PATCH, installed)) return await make()
  if (pendingCalls++ === 0) Reflect.set(threads, 'Worker', WithPreload)
  try {
    return await make()
  } finally {
    if (--pendingCalls === 0) Reflect.set(threads, 'Worker', Plain)
  }
}
