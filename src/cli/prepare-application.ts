import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { WorkflowBundle } from '@temporalio/worker'
import { generateDemo } from '../../demo/generate.ts'
import { bundleWorkflows } from '../../workers/bundle-workflows.ts'

/** What an application needs beside servers. */
export interface Preparation {
  /** Absolute. */
  readonly demoFile: string
  readonly bundle: WorkflowBundle
}

/** Generates the demo's data for today and bundles the workflows. */
export const prepareApplication = async (home: string): Promise<Preparation> => {
  const bundling = bundleWorkflows()
  const demoFile = await demoOfToday(path.join(home, 'demo'))
  return { demoFile, bundle: await bundling }
}

/** The demo speaks of "last month" and "yesterday", so its rows are those of the day. */
const demoOfToday = async (folder: string): Promise<string> => {
  const today = new Date()
  const name = `shops-${today.toISOString().slice(0, 10)}.db`
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  const file = path.join(folder, name)
  if (!names.includes(name)) generateDemo(file, today)
  const old = names.filter((candidate) => !candidate.startsWith(name))
  await Promise.all(old.map((candidate) => rm(path.join(folder, candidate), { force: true })))
  return file
}
