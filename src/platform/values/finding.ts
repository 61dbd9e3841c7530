/** A finding about something that `npm start` needs or can use. */
export interface Finding {
  readonly what: string
  /** `missing` prevents `npm start`; `absent` does not. */
  readonly state: 'found' | 'absent' | 'missing'
  readonly detail: string
  /** Remedies. */
  readonly helps: readonly string[]
}

export const found = (what: string, detail: string): Finding => ({ what, state: 'found', detail, helps: [] })
export const absent = (what: string, detail: string): Finding => ({ what, state: 'absent', detail, helps: [] })
export const missing = (what: string, detail: string, ...helps: readonly string[]): Finding => ({
  what,
  state: 'missing',
  detail,
  helps,
})
