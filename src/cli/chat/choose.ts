import type { Choice } from '../../domain/ask/choice.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Lets the person at the terminal choose by number.
 *
 * @returns undefined for anything else than a number of theirs, and where nobody can be asked
 */
export const choose = async (
  choices: readonly Choice[],
  { prompt }: Pick<Terminal, 'prompt'>,
  signal: AbortSignal,
): Promise<Choice | undefined> => {
  if (choices.length === 0) return undefined
  const numbers = choices.map((_, index) => index + 1).join(', ')
  const line = (await prompt(`Choose one (${numbers}; Enter for none): `, signal))?.trim() ?? ''
  return /^[1-9]$/.test(line) ? choices[Number(line) - 1] : undefined
}
