/** Handles keys on the heading of an answer: moves to the next one, or triggers its buttons. */
export const turnKey = (pressed: string, key: string, openReceipt: (part: number) => void): void => {
  const card = document.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (card === null) return
  const press = (selector: string) => card.querySelector<HTMLElement>(selector)?.click()
  const focus = (found: Element | null | undefined, selector: string) =>
    found?.querySelector<HTMLElement>(selector)?.focus()
  const keys: Readonly<Record<string, () => void>> = {
    arrowdown: () => focus(card.nextElementSibling, '.question'),
    arrowup: () => focus(card.previousElementSibling, '.question'),
    r: () => openReceipt(0),
    c: () => press('.switch button:first-child'),
    t: () => press('.switch button:nth-child(2)'),
    e: () => focus(card, '.export'),
    u: () => press('.feedback button'),
  }
  if (/^[1-3]$/.test(pressed)) press(`.choices li:nth-child(${pressed}) button`)
  else keys[pressed.toLowerCase()]?.()
}
