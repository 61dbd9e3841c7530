/** An event as its text says. */
export interface Sent {
  readonly id: string
  readonly event: string
  readonly data: { readonly content: string; readonly [field: string]: unknown }
}

/** What a whole event stream holds. */
export const eventsOf = (text: string): readonly Sent[] =>
  text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const data = field('data')
    return data === undefined
      ? []
      : [{ id: field('id') ?? '', event: field('event') ?? 'message', data: JSON.parse(data) }]
  })
