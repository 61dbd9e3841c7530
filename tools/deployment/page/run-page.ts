import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { findOnPath } from '../../../src/local/programs/on-path.ts'
import type { Progress } from '../../../src/local/progress.ts'
import { copyCheckout } from '../stack/copy-checkout.ts'
import { Stack } from '../stack/stack.ts'
import { isAsShown, type PageBlock, readPage } from './read-page.ts'
import { askedAfter, cameFrom, sessionOf } from './session.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const PAGE = 'docs/deployment.md'
/** All that a page may name in `.env`. */
const FILES = [
  'docker-compose.yml',
  'docker-compose.tls.yml',
  'docker-compose.telemetry.yml',
  'docker-compose.backup.yml',
  'docker-compose.internal-tls.yml',
  'tools/deployment/stand-ins.yml',
]
const WITHIN_MS = 45 * 60_000

/**
 * Runs the commands of docs/deployment.md in their order as one session, in a folder of its own, and holds what came
 * against what the page shows.
 * @returns whether all of it ended well and came as shown
 */
export const runPage = async (progress: Progress): Promise<boolean> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-page-'))
  const project = `page-${randomBytes(3).toString('hex')}`
  const all = readPage(await readFile(path.join(ROOT, PAGE), 'utf8'))
  const dumping = new Set(all.filter(({ commands }) => commands.includes('mongodump')).map(({ section }) => section))
  const blocks =
    (await findOnPath('mongodump')) === undefined ? all.filter(({ section }) => !dumping.has(section)) : all
  const answers = path.join(folder, 'answers')
  try {
    await copyCheckout(ROOT, folder)
    await writeFile(path.join(folder, 'session'), sessionOf(blocks, answers))
    const { exitCode } = await execa('bash', ['session'], {
      cwd: folder,
      env: { COMPOSE_PROJECT_NAME: project },
      reject: false,
      timeout: WITHIN_MS,
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    if (exitCode !== 0) return false
    const wrong = await differences(blocks, answers)
    if (blocks.length < all.length)
      progress.note('Not tried: backup and restore. MongoDB’s mongodump and mongorestore are not on PATH.')
    progress.note(wrong.length === 0 ? `All ${blocks.length} blocks of ${PAGE} are true.` : wrong.join('\n'))
    return wrong.length === 0
  } finally {
    // Its images stay, as all that is made here.
    await progress.step('Ending everything', () => new Stack({ project, root: folder, files: FILES, env: {} }).remove())
    await rm(folder, { recursive: true, force: true })
  }
}

const differences = async (blocks: readonly PageBlock[], answers: string): Promise<readonly string[]> => {
  const text = async (name: string): Promise<string> => await readFile(path.join(answers, name), 'utf8').catch(() => '')
  const asked = blocks.findIndex(({ shown }) => shown !== undefined)
  const wrong: string[] = []
  const compare = (shown: string, came: string, after: PageBlock): void => {
    if (!isAsShown(shown, came)) wrong.push(`The page shows ${shown}\nwhat came after ${after.commands}: ${came}`)
  }
  for (const [number, block] of blocks.entries()) {
    const answer = blocks[asked]?.shown
    if (block.shown !== undefined) compare(block.shown, await text(cameFrom(number)), block)
    if (answer !== undefined && number > asked) compare(answer, await text(askedAfter(number)), block)
  }
  const count = Number(await text('true-count')).toLocaleString('en-US')
  if (!blocks[asked]?.shown?.includes(`${count} `)) wrong.push(`The file has ${count}, which the page does not show.`)
  return wrong
}
