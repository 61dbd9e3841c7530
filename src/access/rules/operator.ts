/**
 * Somebody who operates the installation and looks at it from outside: shown by a credential that the command has made. It
 * belongs to no organization and changes nothing.
 */
export interface Operator {
  /** Of the credential (UUID). */
  readonly id: string
  /** Whom or what it was made for. */
  readonly name: string
}

/** A credential as operators list it. */
export interface OperatorCredential extends Operator {
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string
}
