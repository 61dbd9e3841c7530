import { createParser } from 'eventsource-parser'

/** An event with its data, parsed. */
export interface TextEvent {
  readonly event: string
  readonly id?: string
  readonly data: ReturnType<typeof JSON.parse>
}

/** The events in the text of a stream, as a browser hands them out: one without a name is a `message`. */
export const streamEvents = (text: string): readonly TextEvent[] => {
  const events: TextEvent[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      events.push({ event, ...(id === undefined ? {} : { id }), data: JSON.parse(data) })
    },
  })
  parser.feed(text)
  return events
}
