/**
 * An error that the operator of a process or the user of a command can fix: its message is complete, and is shown without a stack
 * trace. Any other error is a bug.
 */
export abstract class OperatorError extends Error {}
