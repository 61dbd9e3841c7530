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
export type { components, operations, paths } from './schema.ts'
export type { FollowedTurn, FollowOptions, StreamedEvent, StreamOptions, StreamQuestion } from './stream.ts'
export { errorOf, TabletalkError } from './tabletalk-error.ts'
export type { CallOptions, MethodOf, ResultOf } from './typed-call.ts'
