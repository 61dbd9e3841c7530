import getPort from 'get-port'

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
export const apiPort = async (explicit: number | undefined): Promise<number> => {
  if (explicit === 0) return await getPort()
  const port = await getPort({ port: explicit ?? 3000 })
  if (explicit !== undefined && port !== explicit) throw new PortTaken(explicit)
  return port
}

/** A default port, or a free one where that is taken. */
export const portNear = (wanted: number): Promise<number> => getPort({ port: wanted })
