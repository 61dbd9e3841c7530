import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'

/** What is known of a failure, be it of a request or of a turn. */
export interface ProblemReply {
  readonly problem?: string | undefined
  readonly message: string
}

/** A failure in the language of the page: by its stable name where the catalog has it, else as the service says it. */
export const problemText = (reply: ProblemReply, texts: Texts): string =>
  (reply.problem === undefined ? undefined : texts.problems[reply.problem]) ?? reply.message

/** The same of anything that was thrown. */
export const errorText = (error: unknown, texts: Texts): string => {
  if (!(error instanceof TabletalkError)) return texts.failed.unknown
  return error.status === 0 ? texts.failed.network : problemText(error, texts)
}
