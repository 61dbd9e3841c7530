import path from 'node:path'
import { bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker'

/** Bundles the workflows' code; fails on whatever a workflow may not import. */
export const bundleWorkflows = (): Promise<WorkflowBundle> =>
  bundleWorkflowCode({ workflowsPath: path.join(import.meta.dirname, '../workflows/index.ts'), logger: QUIET })

const silent = () => undefined
/** webpack reports every module; only what it throws matters here. */
const QUIET = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent }
