import { chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { makeOnce } from '../../local/programs/make-once.ts'
import { type Progress, silentProgress } from '../../local/progress.ts'

interface Build {
  /** The checkout. */
  readonly root: string
  /** The folder of all builds. */
  readonly builds: string
  readonly name: string
  readonly progress?: Progress | undefined
}

/**
 * Builds the portal in a process of its own: what the bundler takes of memory goes with it.
 * @throws with what the bundler says
 */
export const buildPortal = async ({ root, builds, name, progress = silentProgress }: Build): Promise<void> => {
  const entry = { cache: builds, name, file: 'index.html' }
  await makeOnce(entry, { what: 'Building the portal', progress }, async (folder) => {
    // It is made for this user alone, and an image is built by another than runs it.
    await chmod(folder, 0o755)
    await runVite(root, folder)
  })
}

/** `native`: the configuration is read as it is, and nothing is written beside it. */
const OPTIONS = ['--configLoader', 'native', '--emptyOutDir', '--logLevel', 'warn']

const runVite = async (root: string, folder: string): Promise<void> => {
  const args = [viteProgram(), 'build', path.join(root, 'web'), ...OPTIONS, '--outDir', folder]
  const { failed, all, shortMessage } = await execa(process.execPath, args, {
    cwd: root,
    all: true,
    stdin: 'ignore',
    reject: false,
    // In a suite and in a developer's shell it may be another.
    env: { NODE_ENV: 'production' },
  })
  if (failed)
    throw new Error(`The portal could not be built: ${reasonIn(stripVTControlCharacters(all)) || shortMessage}`)
}

/** @throws where the bundler is not installed, as in an image */
const viteProgram = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

const REASON_LINES = 6

/** Of the report the first error, which names the file and what went wrong; the others follow from it. */
const reasonIn = (report: string): string =>
  report
    .replace(/^.*error during build:/s, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .join('\n')
    .trim()
