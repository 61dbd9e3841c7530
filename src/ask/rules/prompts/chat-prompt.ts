/** The messages sent to a chat model: rules first, the part that changes with every question last. */
export interface ChatPrompt {
  readonly system: string
  readonly user: string
  /** The system part is the same for every question to this database: a provider may cache it. */
  readonly isStable?: boolean
}
