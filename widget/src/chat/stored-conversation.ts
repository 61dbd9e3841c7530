/** The conversation that a reader goes on with after a reload; browsers may refuse to store it. */
export const storedConversation = {
  get(reader: string): string | undefined {
    try {
      return localStorage.getItem(reader) ?? undefined
    } catch {
      return undefined
    }
  },
  /** @param id undefined: forget it */
  set(reader: string, id: string | undefined): void {
    try {
      if (id === undefined) localStorage.removeItem(reader)
      else localStorage.setItem(reader, id)
    } catch {
      // The conversation ends with the page.
    }
  },
}
