import type { Draft } from '../../src/ask/rules/draft.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import type { Planner } from '../../src/planner/planner.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { type Platform, type PlatformOptions, startPlatform } from '../support/platform.ts'
import { testBundle, testServers } from '../support/test-servers.ts'

/** A service whose planner returns the drafts of a test for its questions; everything else is real. */
export interface ScriptedPlatform extends Platform {
  /** Sets the draft for a question. */
  drafts(question: string, draft: Draft): void
  /** Holds back the draft for a question until the returned function is called. */
  holds(question: string): () => void
}

/** Starts the service. Other questions go to the built-in planner. */
export const startScriptedPlatform = async (options: PlatformOptions = {}): Promise<ScriptedPlatform> => {
  const platform = await startPlatform({ ...options, worker: false })
  const written = new Map<string, Draft>()
  const held = new Map<string, Promise<void>>()
  const builtin = builtinPlanner()
  const planner: Planner = {
    name: 'builtin',
    offline: true,
    compose: builtin.compose,
    async draft(request) {
      await held.get(request.question)
      return written.get(request.question) ?? builtin.draft(request)
    },
  }
  const worker: RunningWorker = await runWorker(
    // On a busy machine, too, the first statement counts as fast, and its alternatives finish.
    { ...platform.app, planner, comparison: { firstMs: 60_000, allMs: 60_000 } },
    { bundle: await testBundle(), address: testServers().temporalAddress, graceMs: 1_000 },
  )
  return {
    ...platform,
    drafts: (question, draft) => void written.set(question, draft),
    holds(question) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(question, promise)
      return resolve
    },
    async close() {
      await worker.drain()
      await platform.close()
    },
  }
}
