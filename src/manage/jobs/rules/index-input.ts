/** Input of the workflow `indexDatabase`: what the API, the workflow and the worker agree on. */
export interface IndexInput {
  readonly organizationId: number
  readonly databaseId: string
  readonly jobId: string
}

/** Where a job is found in Temporal. */
export const indexWorkflowId = ({ organizationId, jobId }: Pick<IndexInput, 'organizationId' | 'jobId'>): string =>
  `index/${organizationId}/${jobId}`
