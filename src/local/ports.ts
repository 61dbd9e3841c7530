import getPort from 'get-port'
import type { Progress } from './progress.ts'

/** An explicit port that something else holds. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'

  constructor(port: number) {
    super(`Port ${port} is taken. Set PORT to another one, or leave it unset to get a free one.`)
  }
}

/**
 * The port of the API: the explicit one, else 3000 or a free one.
 * @throws PortTaken
 */
export const portForApi = async (explicit: number | undefined): Promise<number> => {
  if (explicit === 0) return await getPort()
  const port = await getPort({ port: explicit ?? 3000 })
  if (explicit !== undefined && port !== explicit) throw new PortTaken(explicit)
  return port
}

/** A server's usual port, or a free one where that is taken, which is said. */
export const portNear = async (usual: number, server: string, progress: Progress): Promise<number> => {
  const port = await getPort({ port: usual })
  if (port !== usual) progress.note(`Port ${usual} is taken; ${server} gets ${port}.`)
  return port
}
