/** Input of the workflow `indexDatabase`, shared by API, workflow and worker. */
export interface IndexInput {
  readonly organizationId: number
  readonly databaseId: string
  readonly jobId: string
}

/** The Temporal workflow id of an indexing job. */
export const indexWorkflowId = ({ organizationId, jobId }: Pick<IndexInput, 'organizationId' | 'jobId'>): string =>
  `index/${organizationId}/${jobId}`
