import { InterceptingCall, type Interceptor, Metadata, status } from '@grpc/grpc-js'

/**
 * Ends a call as cancelled that begins on a closed connection. The client tries a call again from a timer that closing the
 * connection does not clear; what is thrown there nobody can catch, and it ends the process.
 */
export const endOnClosedChannel: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options))
  } catch {
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
