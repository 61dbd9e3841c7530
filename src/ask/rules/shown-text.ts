import type { TurnEvent } from './turn-event.ts'

/** The text of an answer as readers of these events see it: everything since the last reset. */
export const shownText = (events: readonly Pick<TurnEvent, 'body'>[]): string => {
  let text = ''
  for (const { body } of events) {
    if (body.type === 'text') text += body.content
    if (body.type === 'reset') text = ''
  }
  return text
}
