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
  /** The file of a build that is written last. */
  readonly lastFile: string
  readonly progress?: Progress | undefined
}

/**
 * Builds the portal, and the widget into a folder of it, in separate processes, whose memory is freed afterwards.
 * @throws with the error of the bundler
 */
export const buildPortal = async ({
  root,
  builds,
  name,
  lastFile,
  progress = silentProgress,
}: Build): Promise<void> => {
  const entry = { cache: builds, name, file: lastFile }
  await makeOnce(entry, { what: 'Building the portal and the widget', progress }, async (folder) => {
    // The folder is created for this user only, but a container image is built and run by different users.
    await chmod(folder, 0o755)
    // One after the other: the first empties the folder.
    await runVite(root, 'web', folder)
    await runVite(root, 'widget', path.join(folder, path.dirname(lastFile)))
  })
}

/** `native`: the configuration is loaded without bundling it into a temporary file. */
const OPTIONS = ['--configLoader', 'native', '--emptyOutDir', '--logLevel', 'warn']

const runVite = async (root: string, sources: 'web' | 'widget', folder: string): Promise<void> => {
  const args = [viteProgram(), 'build', path.join(root, sources), ...OPTIONS, '--outDir', folder]
  const { failed, all, shortMessage } = await execa(process.execPath, args, {
    cwd: root,
    all: true,
    stdin: 'ignore',
    reject: false,
    // Tests and the shells of developers may set another value.
    env: { NODE_ENV: 'production' },
  })
  if (failed)
    throw new Error(
      `The ${sources === 'web' ? 'portal' : 'widget'} could not be built: ${reasonIn(stripVTControlCharacters(all)) || shortMessage}`,
    )
}

/** @throws if the bundler is not installed, as in a container image */
const viteProgram = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

const REASON_LINES = 6

/** The first error in a report of the bundler, which contains file and cause; further errors result from it. */
const reasonIn = (report: string): string =>
  report
    .replace(/^.*error during build:/s, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .join('\n')
    .trim()
