import { isRecord } from './is-record.ts'
import type { ModelChunk } from './open-model.ts'

/**
 * A model's reasoning, if its provider returns it: beside the text (llama.cpp, DeepSeek, vLLM, Ollama, Groq), or in
 * blocks of the content (Anthropic, Google, Mistral).
 */
export const reasoningOf = ({
  additional_kwargs: beside,
  content,
}: Pick<ModelChunk, 'additional_kwargs' | 'content'>): string => {
  const reasoningText = beside.reasoning_content ?? beside.reasoning
  return typeof reasoningText === 'string' ? reasoningText : thoughtIn(content)
}

/** The reasoning blocks of a content; none if it is a text. */
const thoughtIn = (content: unknown): string =>
  Array.isArray(content) ? content.slice(0, BLOCKS_MAX).map(blockThought).join('') : ''

export const isThought = (block: object): boolean =>
  'type' in block && (block.type === 'thinking' || block.type === 'reasoning')

const BLOCKS_MAX = 500

const blockThought = (block: unknown): string => {
  if (!isRecord(block) || !isThought(block)) return ''
  const { thinking, reasoning, text } = block
  const reasoningText = thinking ?? reasoning ?? text
  // Mistral splits reasoning into texts.
  return Array.isArray(reasoningText)
    ? reasoningText.slice(0, BLOCKS_MAX).map(textOf).join('')
    : textOf({ text: reasoningText })
}

const textOf = (part: unknown): string => (isRecord(part) && typeof part.text === 'string' ? part.text : '')
