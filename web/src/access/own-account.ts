import type { TabletalkError } from '../../../clients/typescript/src/index.ts'

/** Whether the password that confirms a change is wrong. */
export const isPasswordWrong = ({ code }: Pick<TabletalkError, 'code'>): boolean => code === 'AUTH_INVALID_CREDENTIALS'
