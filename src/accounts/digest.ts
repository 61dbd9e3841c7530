import { createHmac } from 'node:crypto'
import type { AccountParts } from './account-parts.ts'

/** What stands for some words in the store: who reads it learns none of them. */
export const digestOf = (
  { digestKey }: Pick<AccountParts, 'digestKey'>,
  ...words: readonly (string | number)[]
): string => createHmac('sha256', digestKey).update(JSON.stringify(words)).digest('base64url')
