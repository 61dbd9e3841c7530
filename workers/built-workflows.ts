import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkflowBundle } from '@temporalio/worker'
import { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '..')
const FILE = 'dist/workflows.json'

/** Where everything lies that may end in the bundle, besides packages; those are as the lock file says. */
export const BUNDLED_FOLDERS = ['workflows', 'src/domain', 'src/temporal'] as const
const LOCK = 'package-lock.json'

const Built = z.object({ digest: z.string(), code: z.string() })

/** Says which sources a bundle was made of: another byte in any of them gives another digest. */
export const sourcesDigest = async (root = ROOT): Promise<string> => {
  const folders = BUNDLED_FOLDERS.map(async (folder) => {
    const names = await readdir(path.join(root, folder), { recursive: true })
    return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name))
  })
  const files = [LOCK, ...(await Promise.all(folders)).flat().toSorted()]
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file))))
  const digest = createHash('sha256')
  for (const [at, text] of texts.entries()) digest.update(`${files[at]}\0${text.length}\0`).update(text)
  return digest.digest('hex')
}

/** The bundle that a build has left, or undefined where there is none of these very sources. */
export const builtWorkflows = async (root = ROOT): Promise<WorkflowBundle | undefined> => {
  const text = await readFile(path.join(root, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const built = Built.safeParse(parsed(text))
  return built.success && built.data.digest === (await sourcesDigest(root)) ? { code: built.data.code } : undefined
}

/** Leaves a bundle for the workers that start here. @returns where */
export const keepWorkflows = async ({ code }: { code: string }, root = ROOT): Promise<string> => {
  const file = path.join(root, FILE)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ digest: await sourcesDigest(root), code }))
  return file
}

/** Whoever cut a file short has left no bundle. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
