import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOnPath } from '../../../src/local/programs/on-path.ts'
import type { Progress } from '../../../src/local/progress.ts'
import { dockerOr } from './docker.ts'

/** A Docker daemon that answers, and what ends it where it was started here. */
export interface Daemon {
  readonly host: string | undefined
  readonly startedHere: boolean
}

const INSTALL = 'On Debian: apt-get install docker.io debootstrap'
const STARTS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 300

/** Where a daemon that is started here keeps everything. */
const filesIn = (cache: string) => {
  const folder = path.join(cache, 'docker')
  const inside = (name: string): string => path.join(folder, name)
  return {
    folder,
    data: inside('data'),
    exec: inside('exec'),
    log: inside('log'),
    pid: inside('pid'),
    socket: inside('docker.sock'),
  }
}

/**
 * The daemon that the client finds by itself, the one that was started here before, or a new one. From then on `docker`
 * talks to it.
 * @throws Error that says what to install
 */
export const obtainDaemon = async (cache: string, progress: Progress): Promise<Daemon> => {
  if ((await findOnPath('docker')) === undefined) throw new Error(`There is no \`docker\` on PATH. ${INSTALL}`)
  if (await answers()) return { host: process.env.DOCKER_HOST, startedHere: false }
  if (process.env.DOCKER_HOST !== undefined)
    throw new Error(`No Docker daemon answers at DOCKER_HOST=${process.env.DOCKER_HOST}.`)
  const files = filesIn(cache)
  process.env.DOCKER_HOST = `unix://${files.socket}`
  if (await answers()) return { host: process.env.DOCKER_HOST, startedHere: false }
  await startDaemon(files, progress)
  return { host: process.env.DOCKER_HOST, startedHere: true }
}

/** Ends the daemon that was started here, with every container in it; its images stay. @returns whether there was one */
export const stopDaemon = async (cache: string): Promise<boolean> => {
  const files = filesIn(cache)
  const pid = Number(await readFile(files.pid, 'utf8').catch(() => ''))
  const isOurs = pid > 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(files.data)
  if (!isOurs) return false
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + STARTS_WITHIN_MS
  while (isRunning(pid) && Date.now() < deadline) await sleep(LOOK_AGAIN_MS)
  return true
}

const answers = async (): Promise<boolean> =>
  (await dockerOr(['version', '--format', '{{.Server.Version}}'], { timeoutMs: 10_000 })) !== undefined

const startDaemon = async (files: ReturnType<typeof filesIn>, progress: Progress): Promise<void> => {
  const program = await findOnPath('dockerd')
  if (program === undefined) throw new Error(`No Docker daemon runs, and there is no \`dockerd\` on PATH. ${INSTALL}`)
  if (process.getuid?.() !== 0) throw new Error('No Docker daemon runs, and only root can start one.')
  mkdirSync(files.folder, { recursive: true })
  const log = openSync(files.log, 'a')
  const places = ['--data-root', files.data, '--exec-root', files.exec, '--pidfile', files.pid]
  const child = spawn(program, [...places, '-H', `unix://${files.socket}`], {
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  await progress.step('Starting a Docker daemon', async () => {
    const deadline = Date.now() + STARTS_WITHIN_MS
    while (!(await answers())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The Docker daemon did not start; its log: ${files.log}`)
      await sleep(LOOK_AGAIN_MS)
    }
  })
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
