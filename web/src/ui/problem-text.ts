import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'

/** A failure of a request or of a turn. */
export interface ProblemLike {
  readonly problem?: string | undefined
  readonly message: string
}

/** The text of a failure: from the catalog by its stable name, else the service's text. */
export const problemText = (failure: ProblemLike, texts: Texts): string =>
  (failure.problem === undefined ? undefined : texts.problems[failure.problem]) ?? failure.message

/** The text of any thrown error. */
export const errorText = (error: unknown, texts: Texts): string => {
  if (!(error instanceof TabletalkError)) return texts.failed.unknown
  return error.status === 0 ? texts.failed.network : problemText(error, texts)
}
