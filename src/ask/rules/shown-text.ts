import type { TurnEvent } from './turn-event.ts'

/** The text of an answer as readers of these events have it: what came since it was last taken back. */
export const shownText = (events: readonly Pick<TurnEvent, 'body'>[]): string => {
  let text = ''
  for (const { body } of events) {
    if (body.type === 'text') text += body.content
    if (body.type === 'reset') text = ''
  }
  return text
}
