/** Input of the workflow `indexDueDatabases`, shared by schedule, workflow and worker. */
export interface DueInput {
  /** Interval at which a database is indexed. */
  readonly everyMs: number
  /** The last database that was checked; absent at the start. */
  readonly after?: string
}
