import type { EventWire } from '../event-wire.ts'
import type { AnswerPiece, answerPieces } from './answer-pieces.ts'
import { interruptedError } from './openai-errors.ts'
import { outputMessage, outputPart, type ResponseHead, responseItem } from './response-item.ts'

/** Encodes a turn as the events of the Responses API. */
export const responseWire = (head: ResponseHead, piecesOf: ReturnType<typeof answerPieces>): EventWire => {
  const { turnId } = head
  let sequence = 0
  let text = ''
  let hasOutput = false
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`
  const inProgress = () => ({ response: responseItem(head, { status: 'in_progress' }) })
  const item = { item_id: `msg_${turnId}`, output_index: 0, content_index: 0 }

  const beginOutput = (): string => {
    if (hasOutput) return ''
    hasOutput = true
    return (
      event('response.output_item.added', { output_index: 0, item: outputMessage(turnId, 'in_progress', []) }) +
      event('response.content_part.added', { ...item, part: outputPart('') })
    )
  }
  const encodePiece = (piece: AnswerPiece): string => {
    switch (piece.kind) {
      case 'status':
        return ''
      case 'text':
        if (piece.text === '') return ''
        text += piece.text
        return beginOutput() + event('response.output_text.delta', { ...item, delta: piece.text, logprobs: [] })
      case 'failed': {
        const { failure } = piece
        return event('response.failed', { response: responseItem(head, { status: 'failed', failure }) })
      }
      case 'end':
        return (
          beginOutput() +
          event('response.output_text.done', { ...item, text, logprobs: [] }) +
          event('response.content_part.done', { ...item, part: outputPart(text) }) +
          event('response.output_item.done', {
            output_index: 0,
            item: outputMessage(turnId, 'completed', [outputPart(text)]),
          }) +
          event('response.completed', {
            response: responseItem(head, { status: 'completed', text, usage: piece.usage }),
          })
        )
    }
  }
  return {
    skip: ({ body }) => void piecesOf(body),
    encode({ body }) {
      const begun =
        sequence > 0 ? '' : event('response.created', inProgress()) + event('response.in_progress', inProgress())
      return begun + piecesOf(body).map(encodePiece).join('')
    },
    reset: () => '',
    interrupted: () => event('error', interruptedError(turnId)),
  }
}
