export type {
  AnswerMethods,
  ChartOptions,
  ExportOptions,
  PartOptions,
  ResultsFileOptions,
  SubmitOptions,
} from './answers.ts'
export { type ClientOptions, createClient, type DownloadOptions, type TabletalkClient } from './client.ts'
export type { IdentityToken } from './identity.ts'
export type { JobOptions } from './jobs.ts'
export { randomId } from './random-id.ts'
export type { components, operations, paths } from './schema.ts'
export { answeredTurn } from './stored-answer.ts'
export type { FollowedTurn, FollowOptions, StreamedEvent, StreamOptions, StreamQuestion } from './stream.ts'
export { errorOf, TabletalkError } from './tabletalk-error.ts'
export { turnAfter } from './turn-after.ts'
export {
  type AnswerPart,
  failureOf,
  isRunning,
  newTurn,
  type ResultRows,
  type TurnFailure,
  type TurnView,
} from './turn-view.ts'
export type { CallOptions, MethodOf, ResultOf } from './typed-call.ts'
