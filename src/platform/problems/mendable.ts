/**
 * What keeps a process or a command from its work and whoever started it can mend: its message says all, and is told
 * without a stack. Anything else is a mistake of ours.
 */
export abstract class Mendable extends Error {}
