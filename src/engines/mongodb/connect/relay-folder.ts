import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const SOCKET = 'server.sock'

const PREFIX = 'tabletalk-relay-'
const NAME = /^tabletalk-relay-([1-9]\d{0,9})-[^-]+$/

let cleanup: Promise<void> | undefined

/** Creates a folder for a socket of this process; the first call removes folders of killed processes. */
export const relayFolder = async (): Promise<string> => {
  cleanup ??= removeStaleFolders()
  await cleanup
  return await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
}

/**
 * Removes folders of dead processes. A pid may belong to another container that shares the folder, so a socket with a
 * listener is kept.
 */
export const removeStaleFolders = async (parent = tmpdir()): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = NAME.exec(name)?.[1]
    const folder = path.join(parent, name)
    // Folders of other users are kept.
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
