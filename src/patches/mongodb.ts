import { MongoError, MongoNetworkError } from 'mongodb'
import { Connection } from 'mongodb/lib/cmap/connection.js'

/**
 * Importing this mends the driver (7.8, 7.9) for the process: a command that is written to a socket which the server has
 * closed fails, where it would wait for ever. Such a socket is destroyed at once, but says so to the driver only after
 * whatever else was ready to be read; a command written in between gets `false` and waits for a `drain` that never
 * comes, and no timeout holds for it. When that command is the heartbeat, the server is never looked at again, and every
 * later command of the process fails until it is started anew. A socket of which only the other side has ended fails
 * with an error that is not the driver's, and which nobody takes for a server that is away.
 */
const { writeCommand } = Connection.prototype

Connection.prototype.writeCommand = function (command, options) {
  const { socket, address } = this
  const ended = (cause?: Error) =>
    new MongoNetworkError(`connection to ${address} closed`, cause === undefined ? {} : { cause })
  if (socket.destroyed) return Promise.reject(ended())
  return new Promise((resolve, reject) => {
    const onClose = (): void => reject(ended())
    socket.once('close', onClose)
    writeCommand
      .call(this, command, options)
      .finally(() => socket.off('close', onClose))
      .then(resolve, (error: Error) => {
        const isKnown = error instanceof MongoError || (options.signal?.aborted && error === options.signal.reason)
        reject(isKnown ? error : ended(error))
      })
  })
}
