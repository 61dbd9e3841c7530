/** Input of the workflow `removeOrganization`: what the API, the command, the workflow and the worker agree on. */
export interface RemovalInput {
  readonly organizationId: number
  /** Of the entry in the log of the installation, which says that it is done in the end. */
  readonly entryId: string
  /** How long what was let in before its keys were out may still write something, in ms: then it is looked once more. */
  readonly settleMs: number
}

/** Where a removal is found in Temporal. */
export const removalWorkflowId = ({
  organizationId,
  entryId,
}: Pick<RemovalInput, 'organizationId' | 'entryId'>): string => `remove/${organizationId}/${entryId}`

/** Longer than any request to the API takes that stores something. */
export const SETTLE_MS = 60_000

/** So much of something was erased, and whether there is more of it. */
export interface Erased {
  readonly erased: number
  readonly more: boolean
}

/**
 * What is stored of an organization, by the names of models, in the order in which it is erased: what is secret first;
 * conversations before their messages, so that a turn that runs finds its own gone; its log last. The workflow goes through
 * the list: after a release, another list is a change that histories of a removal do not replay.
 */
export const BELONGINGS = [
  'ApiKey',
  'Share',
  'User',
  'PortalSession',
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
export type Belonging = (typeof BELONGINGS)[number]
