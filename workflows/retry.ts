/**
 * A worker may die in every attempt, and a server of ours may be away for as long as a turn has time (a hundred attempts
 * are eight minutes); a problem that trying again cannot mend ends them at once.
 */
export const RETRY = {
  initialInterval: '200ms',
  backoffCoefficient: 2,
  maximumInterval: '5s',
  maximumAttempts: 100,
} as const
