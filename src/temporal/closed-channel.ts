import { InterceptingCall, type Interceptor, Metadata, status } from '@grpc/grpc-js'

/** The message of what a channel of @grpc/grpc-js throws after it was closed; the error has no code (internal-channel.js). */
const CHANNEL_CLOSED = 'Channel has been shut down'

/**
 * Ends a call that begins on a closed connection with the status CANCELLED. The client retries calls from a timer that closing
 * the connection does not clear; an error thrown there cannot be caught and ends the process.
 *
 * @throws any other error of the next interceptor or the channel
 */
export const endOnClosedChannel: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options))
  } catch (error) {
    if (!(error instanceof Error) || error.message !== CHANNEL_CLOSED) throw error
    return new InterceptingCall(CANCELLED_CALL)
  }
}

const CANCELLED_CALL: ConstructorParameters<typeof InterceptingCall>[0] = {
  start(_metadata, listener) {
    listener?.onReceiveMessage?.(null)
    listener?.onReceiveStatus?.({
      code: status.CANCELLED,
      details: 'The connection is closed',
      metadata: new Metadata(),
    })
  },
  sendMessage() {},
  sendMessageWithContext() {},
  startRead() {},
  halfClose() {},
  cancelWithStatus() {},
  getPeer: () => 'unknown',
  getAuthContext: () => null,
}
