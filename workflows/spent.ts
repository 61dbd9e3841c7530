import { addUsage, type Usage } from '../src/ask/rules/draft.ts'

/** Tokens of all steps so far: they are counted for every ending of a turn. */
export interface TokensSpent {
  usage?: Usage
}

/** The input of a step with the tokens before it. */
export const before = ({ usage }: TokensSpent): { readonly before?: Usage } =>
  usage === undefined ? {} : { before: usage }

export const spend = (spent: TokensSpent, more: Usage | undefined): void => {
  const usage = addUsage(spent.usage, more)
  if (usage !== undefined) spent.usage = usage
}
