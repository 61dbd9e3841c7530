import { OperatorError } from '../platform/problems/operator-error.ts'

/** A command failed for a reason that its user can change; the message says how. */
export class CommandFailed extends OperatorError {
  override readonly name: string = 'CommandFailed'
}
