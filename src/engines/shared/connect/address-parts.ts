import { Problem } from '../../../platform/problems/problem.ts'

/** An address that is not valid. @param message what to write instead; contains nothing of the address */
export const invalidAddress = (message: string): Problem =>
  new Problem('database_unreachable', { message, transient: false })

/** A percent-encoded part of an address. @throws Problem `database_unreachable` */
export const decodedPart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalidAddress('Write % in a password as %25.')
  }
}
