import { rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { OperatorError } from '../../platform/problems/operator-error.ts'
import { homeFiles } from './home.ts'
import { readIfExists } from './private-file.ts'
import { isMarkedProcessRunning, markProcess, type ProcessMark } from './process-identity.ts'
import { readRuntime } from './runtime-file.ts'
import { withLock } from './with-lock.ts'

/** Another process holds the lock of this home folder. */
export class HomeInUse extends OperatorError {
  override readonly name = 'HomeInUse'

  constructor(home: string, pid: number, address: string | undefined) {
    const where = address === undefined ? '' : ` at ${address}`
    super(
      `Tabletalk is already running${where} with the home folder ${home} (process ${pid}). ` +
        'Stop it first, or set TABLETALK_HOME to another folder.',
    )
  }
}

interface HomeLock {
  release(): Promise<void>
}

const Mark = z.object({ pid: z.number().int(), identity: z.string() })

/**
 * Locks the home folder for this process. The operating system says whether an earlier owner still runs, not the age of a file,
 * so that a start right after `kill -9` does not wait. A second lock file makes the check and the locking atomic.
 * @throws HomeInUse
 */
export const lockHome = async (home: string): Promise<HomeLock> => {
  const file = homeFiles(home).lock
  await withLock(`${file}.guard`, async () => {
    const owner = await readLockOwner(home)
    if (owner !== undefined) throw new HomeInUse(home, owner.pid, (await readRuntime(home))?.base_url)
    const mark = await markProcess(process.pid)
    await writeFile(file, JSON.stringify(mark), { mode: 0o600 })
  })
  return { release: () => rm(file, { force: true }) }
}

/** The running process that holds the lock of this home folder. */
export const readLockOwner = async (home: string): Promise<ProcessMark | undefined> => {
  const text = await readIfExists(homeFiles(home).lock)
  const mark = Mark.safeParse(parsed(text))
  return mark.success && (await isMarkedProcessRunning(mark.data)) ? mark.data : undefined
}

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
