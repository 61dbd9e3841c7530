/** A chunk of a UI message stream, as `uiMessageChunkSchema` of the AI SDK accepts it. */
export interface UiChunk {
  readonly type: string
  readonly [field: string]: unknown
}

/**
 * The order of the chunks of one message: a step with what was found, then one with the text and what follows it. A
 * `reset-step` takes back only the second.
 *
 * @param messageId of the answer
 */
export const uiMessageSteps = (messageId: string, turnId: string) => {
  let step: 'none' | 'finding' | 'answering' = 'none'
  let open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined
  let opened = 0
  /** The data parts of the second step, which a `reset-step` removes from the message. */
  let afterText: readonly UiChunk[] = []

  const start = (metadata: { readonly [field: string]: unknown } = {}): readonly UiChunk[] => {
    if (step !== 'none') return []
    step = 'finding'
    return [{ type: 'start', messageId, messageMetadata: { turn_id: turnId, ...metadata } }, { type: 'start-step' }]
  }
  const close = (): readonly UiChunk[] => {
    if (open === undefined) return []
    const { kind, id } = open
    open = undefined
    return [{ type: `${kind}-end`, id }]
  }
  const closeReasoning = (): readonly UiChunk[] => (open?.kind === 'reasoning' ? close() : [])
  const piece = (kind: 'text' | 'reasoning', delta: string): readonly UiChunk[] => {
    if (delta === '') return []
    const before = open?.kind === kind ? [] : close()
    const isNew = open === undefined
    if (open === undefined) {
      opened += 1
      open = { kind, id: `${kind}-${opened}` }
    }
    const { id } = open
    return [...before, ...(isNew ? [{ type: `${kind}-start`, id }] : []), { type: `${kind}-delta`, id, delta }]
  }

  return {
    start,
    text(delta: string): readonly UiChunk[] {
      if (delta === '') return []
      const before = start()
      if (step === 'answering') return piece('text', delta)
      step = 'answering'
      return [...before, ...close(), { type: 'finish-step' }, { type: 'start-step' }, ...piece('text', delta)]
    },
    reasoning: (delta: string): readonly UiChunk[] => [...start(), ...piece('reasoning', delta)],
    data(part: UiChunk): readonly UiChunk[] {
      const before = start()
      if (step === 'answering')
        afterText = [...afterText.filter(({ type, id }) => type !== part.type || id !== part.id), part]
      return [...before, ...closeReasoning(), part]
    },
    /** A part that belongs to no message. */
    transient: (part: UiChunk): readonly UiChunk[] => [...start(), ...closeReasoning(), { ...part, transient: true }],
    reset(): readonly UiChunk[] {
      if (step !== 'answering') return []
      open = undefined
      return [{ type: 'reset-step' }, ...afterText]
    },
    end(finishReason: string, ...before: readonly UiChunk[]): readonly UiChunk[] {
      return [...start(), ...close(), ...before, { type: 'finish-step' }, { type: 'finish', finishReason }]
    },
  }
}
