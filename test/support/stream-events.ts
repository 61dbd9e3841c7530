import { createParser } from 'eventsource-parser'

/** The events in the text of a stream, as a browser hands them out: one without a name is a `message`. */
export const streamEvents = (text: string): readonly { readonly event: string; readonly data: unknown }[] => {
  const events: { readonly event: string; readonly id?: string; readonly data: unknown }[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      events.push({ event, ...(id === undefined ? {} : { id }), data: JSON.parse(data) })
    },
  })
  parser.feed(text)
  return events
}
