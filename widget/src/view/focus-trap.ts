const FOCUSABLE = 'button:not(:disabled), textarea:not(:disabled), input, summary, [tabindex="0"]'

/** Keeps the Tab key inside a box. */
export const trapFocus = (event: KeyboardEvent, box: HTMLElement): void => {
  const all = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility())
  const root = box.getRootNode()
  const focused = root instanceof ShadowRoot ? root.activeElement : null
  const [edge, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (focused !== edge) return
  event.preventDefault()
  other?.focus()
}
