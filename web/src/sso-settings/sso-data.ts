import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import type { Sso } from './sso-values.ts'

export const SSO = '/api/v1/sso/config'

/** The SSO settings; null if there are none. @throws TabletalkError */
export const readSso = async (signal?: AbortSignal): Promise<Sso | null> => {
  try {
    return (await plainClient.call('get', SSO, signal === undefined ? {} : { signal })).data
  } catch (failed) {
    if (failed instanceof TabletalkError && failed.problem === 'sso_not_configured') return null
    throw failed
  }
}
