import { createHmac } from 'node:crypto'
import type { AccountParts } from './account-parts.ts'

/** A keyed digest that stands for values in the store: a reader of the store cannot recover them. */
export const digestOf = (
  { digestKeys: [key] }: Pick<AccountParts, 'digestKeys'>,
  ...values: readonly (string | number)[]
): string => createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url')
