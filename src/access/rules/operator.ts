/**
 * A person or tool that monitors the installation, authenticated by a credential that the command has created: read-only, and
 * in no organization.
 */
export interface Operator {
  /** The id of the credential (UUID). */
  readonly id: string
  /** The person or tool that the credential is for. */
  readonly name: string
}

/** A credential in lists. */
export interface OperatorCredential extends Operator {
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string
}
