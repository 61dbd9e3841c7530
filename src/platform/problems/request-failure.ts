/** Why nothing was answered, in a word that says nothing of what is inside of a network. */
export type RequestFailure =
  /** Not over in time. */
  | 'timeout'
  /** Nothing listens there. */
  | 'refused'
  /** The connection was cut. */
  | 'reset'
  /** No way leads there. */
  | 'unreachable'
  /** No encryption, or a certificate that is not believed. */
  | 'tls'
  /** The host was not found, or has a private address. */
  | 'host'
  /** What came back is no HTTP. */
  | 'answer_invalid'
