import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { session } from '../api/session.ts'

/** Whether the password that a change was to be confirmed with is not that of the account. */
export const isPasswordWrong = ({ code }: Pick<TabletalkError, 'code'>): boolean => code === 'AUTH_INVALID_CREDENTIALS'

/** Reads who is logged in once more, after the account was changed. */
export const refreshMe = async (): Promise<void> => {
  const { data: me } = await plainClient.call('get', '/api/v1/auth/me', {})
  const now = session.get()
  if (now.kind === 'in') session.set({ ...now, me })
}
