import path from 'node:path'
import { bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker'
import { ConfigError } from '../src/config.ts'
import { builtWorkflows } from './built-workflows.ts'

/** The workflows' code: as a build has left it, else bundled from the sources. @throws ConfigError as `bundleSources` */
export const bundleWorkflows = async (): Promise<WorkflowBundle> => (await builtWorkflows()) ?? (await bundleSources())

/**
 * Bundles the workflows' code.
 *
 * @param workflowsPath the file that exports them
 * @throws ConfigError with the bundler's message: a file that it cannot write, a module that it does not find, an
 * import that workflows may not have
 */
export const bundleSources = async (
  workflowsPath = path.join(import.meta.dirname, '../workflows/index.ts'),
): Promise<WorkflowBundle> => {
  const messages: string[] = []
  try {
    return await bundleWorkflowCode({ workflowsPath, logger: { ...QUIET, error: (text) => messages.push(text) } })
  } catch (error) {
    const reason = reasonIn(messages.join('\n')) ?? (error instanceof Error ? error.message : String(error))
    throw new ConfigError(
      `The workflows could not be bundled: ${reason}${/native binding/.test(reason) ? UNPACKS : ''}\n${HELPS}`,
    )
  }
}

/** What the compiler itself does not say: its reason is in the cause of a cause. */
const UNPACKS =
  ' (the native module is unpacked into the user’s cache folder; with SWC_NATIVE_BINDING_CACHE=0, into the temporary folder)'
const HELPS =
  'A worker does not need the bundler if dist/workflows.json exists: `npm run bundle` builds it from the same sources.'

const REASON_MAX = 1_000

/** Of webpack's report the first error, which names the file and what went wrong; the others follow from it. */
const reasonIn = (report: string): string | undefined => {
  const [, first] = /^ERROR in (.*)/ms.exec(report) ?? []
  return first
    ?.split(/\n\n|\n\s+at /)[0]
    ?.replaceAll(/\s*\n\s*/g, ' ')
    .slice(0, REASON_MAX)
}

const silent = () => undefined
/** webpack reports every module; only its errors matter here. */
const QUIET = { log: silent, trace: silent, debug: silent, info: silent, warn: silent }
