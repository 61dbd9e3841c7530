/** A word without accents, trailing digits and plural ending: `contrasena`, `pass`, `hash`. */
export const normalizeWord = (word: string): string => {
  const bare = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/(?<=\p{L})\p{N}+$/u, '')
  if (/(?:sh|ss)es$/.test(bare)) return bare.slice(0, -2)
  return /[^su]s$/.test(bare) ? bare.slice(0, -1) : bare
}
