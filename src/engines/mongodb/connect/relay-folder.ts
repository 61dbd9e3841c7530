import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const SOCKET = 'server.sock'

const PREFIX = 'tabletalk-relay-'
const NAME = /^tabletalk-relay-([1-9]\d{0,9})-[^-]+$/

let swept: Promise<void> | undefined

/** A folder for a socket of this process; the first time, folders of processes that were killed are taken away. */
export const relayFolder = async (): Promise<string> => {
  swept ??= removeLeftFolders()
  await swept
  return await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
}

/**
 * Takes away what processes left that had no time to. A number that means no process here may mean one in another
 * container that shares the folder: where somebody listens, nothing is removed.
 */
export const removeLeftFolders = async (parent = tmpdir()): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = NAME.exec(name)?.[1]
    const folder = path.join(parent, name)
    // A folder of another user stays.
    if (pid !== undefined && !isAlive(Number(pid)) && !(await isListening(path.join(folder, SOCKET))))
      await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const isListening = async (socketPath: string): Promise<boolean> => {
  const socket = net.connect(socketPath)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
