import { bundleWorkflows } from '../../workers/bundle-workflows.ts'
import type { Progress } from '../local/progress.ts'
import { type ServedPortal, servedPortal } from '../process/portal.ts'
import { demoOfToday } from './demo-of-today.ts'

/** What an application needs beside servers. */
export interface Preparation {
  /** Absolute. */
  readonly demoFile: string
  readonly bundle: Awaited<ReturnType<typeof bundleWorkflows>>
  /** Absent: none is served. */
  readonly portal?: ServedPortal
}

/** Generates the demo's data for today, bundles the workflows and builds the portal. */
export const prepareApplication = async (home: string, progress?: Progress): Promise<Preparation> => {
  const [bundle, portal, demoFile] = await Promise.all([
    bundleWorkflows(),
    servedPortal({ progress }),
    demoOfToday(home),
  ])
  return { demoFile, bundle, portal }
}
