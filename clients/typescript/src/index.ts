export {
  type ClientOptions,
  createClient,
  type DownloadOptions,
  type JobOptions,
  type TabletalkClient,
} from './client.ts'
export type { components, operations, paths } from './schema.ts'
export type { FollowedTurn, FollowOptions, StreamedEvent, StreamOptions, StreamQuestion } from './stream.ts'
export { errorOf, TabletalkError } from './tabletalk-error.ts'
export type { CallOptions, MethodOf, ResultOf } from './typed-call.ts'
