import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkflowBundle } from '@temporalio/worker'
import { z } from 'zod'
import { sourcesDigest } from '../src/platform/process/sources-digest.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FILE = 'dist/workflows.json'

/** Folders with all sources of the bundle; packages are as the lock file says. */
export const BUNDLED_FOLDERS = ['workflows', 'src'] as const

/** Whether a file may be part of the bundle: workflows import pure rules and what Temporal's failures are made of. */
export const mayBeBundled = (file: string): boolean =>
  /^(workflows|src\/(temporal|guard|platform\/(values|problems)|.+\/rules))\//.test(file)

const Built = z.object({ digest: z.string(), code: z.string() })

const digestOf = (root: string): Promise<string> =>
  sourcesDigest(root, {
    folders: BUNDLED_FOLDERS,
    files: ['package-lock.json'],
    counts: mayBeBundled,
  })

/** The bundle that a build has left, or undefined where there is none of these very sources. */
export const builtWorkflows = async (root = ROOT): Promise<WorkflowBundle | undefined> => {
  const text = await readFile(path.join(root, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const built = Built.safeParse(parsed(text))
  return built.success && built.data.digest === (await digestOf(root)) ? { code: built.data.code } : undefined
}

/** Leaves a bundle for the workers that start here. @returns where */
export const keepWorkflows = async ({ code }: { code: string }, root = ROOT): Promise<string> => {
  const file = path.join(root, FILE)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ digest: await digestOf(root), code }))
  return file
}

/** A truncated file counts as no bundle. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
