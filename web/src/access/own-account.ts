import type { TabletalkError } from '../../../clients/typescript/src/index.ts'

/** Whether the password that a change was to be confirmed with is not that of the account. */
export const isPasswordWrong = ({ code }: Pick<TabletalkError, 'code'>): boolean => code === 'AUTH_INVALID_CREDENTIALS'
