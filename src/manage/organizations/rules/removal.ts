/** Input of the workflow `removeOrganization`, shared by API, command, workflow and worker. */
export interface RemovalInput {
  readonly organizationId: number
  /** Id of the entry in the installation's audit log, which is completed when the removal ends. */
  readonly entryId: string
  /** How long requests accepted before the keys were revoked may still write, in ms; then the data is erased once more. */
  readonly settleMs: number
}

/** The id of the removal's workflow in Temporal. */
export const removalWorkflowId = ({
  organizationId,
  entryId,
}: Pick<RemovalInput, 'organizationId' | 'entryId'>): string => `remove/${organizationId}/${entryId}`

/** Longer than any writing request to the API takes. */
export const SETTLE_MS = 60_000

/** The number of documents erased by one step, and whether more are left. */
export interface ErasureProgress {
  readonly erased: number
  readonly more: boolean
}

/**
 * The data of an organization by names of models, in the order of its erasure: secrets first; conversations before
 * their messages, so that a running turn finds its conversation missing; the audit log last. The workflow iterates over
 * this list: after a release, every change needs a patch of the workflow (Temporal versioning), as that of `ERASED_SINCE_OAUTH`.
 */
export const ERASURE_ORDER = [
  'ApiKey',
  'Share',
  'User',
  'PortalSession',
  'OAuthGrant',
  'OAuthItem',
  'MailedToken',
  'Webhook',
  'WebhookDelivery',
  'Logo',
  'SsoConfiguration',
  'SsoLogin',
  'StreamTicket',
  'Database',
  'Catalog',
  'KeptReply',
  'Conversation',
  'Message',
  'Result',
  'Claim',
  'Session',
  'Job',
  'Evaluation',
  'EvaluationRun',
  'ExportFile',
  'ExportChunk',
  'Pattern',
  'PatternProposal',
  'GlossaryProposal',
  'PatternBook',
  'Personality',
  'PaymentEvent',
  'Audit',
] as const
export type ErasedModel = (typeof ERASURE_ORDER)[number]

/** Kinds that were added to `ERASURE_ORDER` with OAuth: removals that began before continue without them. */
export const ERASED_SINCE_OAUTH: readonly ErasedModel[] = ['OAuthGrant', 'OAuthItem']
