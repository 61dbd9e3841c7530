/** What a chat model is sent: rules first, the part that changes with every question last. */
export interface ChatPrompt {
  readonly system: string
  readonly user: string
  /** The system part is the same for every question to this database: a provider's cache may keep it. */
  readonly isStable?: boolean
}
