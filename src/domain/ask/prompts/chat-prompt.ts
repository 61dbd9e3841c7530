/** What a chat model is sent: rules first, the part that changes with every question last. */
export interface ChatPrompt {
  readonly system: string
  readonly user: string
}
