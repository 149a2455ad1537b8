/** An opened database as the server uses it, and what it is opened with. */
import type { Kysely } from 'kysely'
import type { DatabaseClock } from './clock.ts'
import type { Schema } from './schema.ts'
import type { Dropped } from './watch-postgres.ts'

export interface OpenDatabase {
  /** For requests: a statement that takes seconds is canceled. */
  db: Kysely<Schema>
  /** The same data for jobs, scheduled work, imports, exports and long reads, which may take minutes. */
  work: Kysely<Schema>
  kind: 'pglite' | 'postgres'
  /** Due times use this clock, never the machine's. */
  clock: DatabaseClock
  migrate(): Promise<void>
  /** Several statements at once, on one connection. A transaction they began and did not end is rolled back. */
  runScript(statements: string): Promise<{ rows: unknown[] }>
  /** As of the last look, for an operator. */
  health(): DatabaseHealth
  /** The listener is called when the database becomes unreachable and when it is back. */
  onChange(listener: (isUp: boolean, error: unknown) => void): void
  /** Of the embedded database: all of its folder as a tar file. */
  dump?(): Promise<ArrayBuffer>
  close(): Promise<void>
}

export interface DatabaseHealth {
  isUp: boolean
  /** The embedded one refuses writes, for lack of space. */
  isFull: boolean
  /** Connections dropped because they went silent. */
  droppedConnections: Readonly<Dropped>
  /** By purpose; none in the embedded database. */
  pools: Record<string, { open: number; idle: number; waiting: number }>
}

/** `error` when it needs somebody to look. */
type Progress = (line: string, level?: 'error') => void

export interface DatabaseSettings {
  /** `postgres://…`; wins over `dataDir`. */
  url?: string
  /** Our own directory, or `memory://`. */
  dataDir?: string
  /** Waits for a PostgreSQL that is not there yet, however long that takes. */
  isPatient?: boolean
  /** The embedded database has stopped for good; the error is a sentence for the operator. */
  onFatal?: (error: Error) => void
  onProgress?: Progress
}
