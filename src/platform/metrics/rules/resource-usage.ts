/** Slots or connections in use, and what waits for one. */
export interface SlotUsage {
  readonly inUse: number
  readonly waiting: number
}

/** The use of one engine. */
export interface EngineUsage {
  readonly fast: SlotUsage
  readonly slow: SlotUsage
  /** Open connections, in use or idle. MongoDB: sessions, one for each address; SQLite: child processes. */
  readonly connections: number
}

/** Called once by each engine, with its name and a function that reads its use. */
export type WatchEngine = (engine: string, read: () => EngineUsage) => void

/** What a process uses now. */
export interface ResourceUsage {
  /** By the name of the engine. */
  readonly engines: ReadonlyMap<string, EngineUsage>
  /** Calls of the planner, which is a model or the built-in one. */
  readonly planner: SlotUsage
  /** Connections to MongoDB. */
  readonly store: SlotUsage
}
