/** A decimal without the zeros at its end that say nothing: `12.50` is `12.5`, `3.00` is `3`, `100` stays. */
export const shortDecimal = (text: string): string => {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
