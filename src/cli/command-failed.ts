import { OperatorError } from '../platform/problems/mendable.ts'

/** A command failed for a reason that its user can change; the message says how. */
export class CommandFailed extends OperatorError {
  override readonly name: string = 'CommandFailed'
}
