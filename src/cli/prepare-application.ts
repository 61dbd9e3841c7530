import { bundleWorkflows } from '../../workers/bundle-workflows.ts'
import { demoOfToday } from './demo-of-today.ts'

/** What an application needs beside servers. */
export interface Preparation {
  /** Absolute. */
  readonly demoFile: string
  readonly bundle: Awaited<ReturnType<typeof bundleWorkflows>>
}

/** Generates the demo's data for today and bundles the workflows. */
export const prepareApplication = async (home: string): Promise<Preparation> => {
  const bundling = bundleWorkflows()
  const demoFile = await demoOfToday(home)
  return { demoFile, bundle: await bundling }
}
