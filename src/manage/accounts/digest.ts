import { createHmac } from 'node:crypto'
import type { AccountParts } from './account-parts.ts'

/** What stands for some words in the store: who reads it learns none of them. */
export const digestOf = (
  { digestKeys: [key] }: Pick<AccountParts, 'digestKeys'>,
  ...words: readonly (string | number)[]
): string => createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url')
