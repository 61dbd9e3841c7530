import { hostToCall } from '../local/host-to-call.ts'
import type { Operator } from './with-store.ts'

/** Where the API of an installation is, as far as anybody here knows. */
export const baseUrlOf = ({ place, config }: Pick<Operator, 'place' | 'config'>): string =>
  place.baseUrl ?? `http://${hostToCall(config.host)}:${config.port ?? 3000}`
