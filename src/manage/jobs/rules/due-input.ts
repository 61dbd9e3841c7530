/** Input of the workflow `indexDueDatabases`: what its schedule, the workflow and the worker agree on. */
export interface DueInput {
  /** How often a database is to be indexed. */
  readonly everyMs: number
  /** The last database that was looked at; absent at the beginning. */
  readonly after?: string
}
