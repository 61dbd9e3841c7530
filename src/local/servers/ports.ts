import getPort from 'get-port'
import { OperatorError } from '../../platform/problems/operator-error.ts'
import type { Progress } from '../progress.ts'

export const API_PORT = 3000

/** The configured port is in use. */
export class PortTaken extends OperatorError {
  override readonly name = 'PortTaken'

  constructor(port: number) {
    super(`Port ${port} is already in use. Set PORT to another port, or unset it to use a free port.`)
  }
}

/**
 * The port of the API: the configured one, else the usual one or a free one.
 * @throws PortTaken
 */
export const portForApi = async (explicit: number | undefined): Promise<number> => {
  if (explicit === 0) return await getPort()
  const port = await getPort({ port: explicit ?? API_PORT })
  if (explicit !== undefined && port !== explicit) throw new PortTaken(explicit)
  return port
}

/**
 * The usual port of a server, or a free one with a note if the usual one is in use.
 * @param before the port before the server was killed, tried first: other processes find the server there again
 */
export const portForServer = async (
  usual: number,
  server: string,
  progress: Progress,
  before: number = usual,
): Promise<number> => {
  const port = await getPort({ port: [before, usual] })
  if (port !== usual && port !== before) progress.note(`Port ${usual} is already in use; ${server} uses port ${port}.`)
  return port
}
