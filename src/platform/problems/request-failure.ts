/** Why a request has no response, without revealing details of an internal network. */
export type RequestFailure =
  /** Time limit exceeded. */
  | 'timeout'
  /** Connection refused. */
  | 'refused'
  /** Connection reset. */
  | 'reset'
  /** No route to the host. */
  | 'unreachable'
  /** TLS failed, for example because of an untrusted certificate. */
  | 'tls'
  /** The host was not found, or has a private address. */
  | 'host'
  /** The response is not HTTP. */
  | 'answer_invalid'
