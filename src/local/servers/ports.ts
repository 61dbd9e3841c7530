import getPort from 'get-port'
import { Mendable } from '../../platform/problems/mendable.ts'
import type { Progress } from '../progress.ts'

export const API_PORT = 3000

/** An explicit port that something else holds. */
export class PortTaken extends Mendable {
  override readonly name = 'PortTaken'

  constructor(port: number) {
    super(`Port ${port} is already in use. Set PORT to another port, or unset it to use a free port.`)
  }
}

/**
 * The port of the API: the explicit one, else the usual one or a free one.
 * @throws PortTaken
 */
export const portForApi = async (explicit: number | undefined): Promise<number> => {
  if (explicit === 0) return await getPort()
  const port = await getPort({ port: explicit ?? API_PORT })
  if (explicit !== undefined && port !== explicit) throw new PortTaken(explicit)
  return port
}

/**
 * A server's usual port, or a free one where that is taken, which is said.
 * @param before where it ran until it was killed: who still works with it finds it there again
 */
export const portNear = async (
  usual: number,
  server: string,
  progress: Progress,
  before: number = usual,
): Promise<number> => {
  const port = await getPort({ port: [before, usual] })
  if (port !== usual && port !== before) progress.note(`Port ${usual} is already in use; ${server} uses port ${port}.`)
  return port
}
