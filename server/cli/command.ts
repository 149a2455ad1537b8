/** What a command of `plat` is: its options, what it needs, and what it answers. */

import type { Transaction } from 'kysely'
import type { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { ProductionSettings } from '#server/settings/environment.ts'
import type { Environment } from '#server/settings/read-variables.ts'

export interface Option {
  /** What its value is, e.g. `EMAIL`; null for a switch. */
  value: string | null
  help: string
  isNeeded?: boolean
}

export type Given = Readonly<Record<string, string | undefined>>

export interface CommandContext {
  settings: ProductionSettings
  /** Open and migrated. */
  database: OpenDatabase
  /** All of standard input, for a password. */
  readInput(): Promise<string>
  loadExampleWorld: CommandLine['loadExampleWorld']
  /** Of work that takes long; apart from the outcome, on standard error. */
  progress(line: string): void
}

interface WorldSize {
  deals: number
  /** LLCs and trusts. */
  companies: number
  /** In each of the longest conversations. */
  messages: number
}

export interface ExampleLogin {
  kind: 'customer' | 'member'
  name: string
  email: string
  password: string
}

export interface ExampleWorldSettings extends WorldSize {
  /** Photos and documents go here, under names that a repeat overwrites. */
  files: Pick<FileStore, 'put'>
  nowMs: number
  onProgress(line: string): void
}

/** Writes example data within a transaction of an empty installation. The passwords are new each time. */
export type WriteExampleWorld = (
  trx: Transaction<Schema>,
  settings: ExampleWorldSettings,
) => Promise<{ size: WorldSize; logins: readonly ExampleLogin[] }>

/** `data` is printed with --json, `lines` without. */
export interface Outcome {
  data: unknown
  lines: readonly string[]
  /** It could not be done, or not all of it: exit code 1. */
  isFailed?: boolean
}

interface Described {
  summary: string
  options: Readonly<Record<string, Option>>
}

export interface Command extends Described {
  run(context: CommandContext, given: Given): Promise<Outcome>
}

/** Opens what it needs itself: nothing is migrated before it. */
export interface StandaloneCommand extends Described {
  runAlone(line: CommandLine, given: Given): Promise<Outcome>
}

export interface CommandLine {
  env: Environment
  /** Where the pages are unless PAGES_DIR names another folder. */
  builtPages: string
  open: typeof openDatabase
  /** Null if it is not built. */
  loadExampleWorld(): Promise<WriteExampleWorld | null>
  readInput(): Promise<string>
  out(line: string): void
  error(line: string): void
}

/** The command cannot do what was asked; the message says why and what to do. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** It was asked in a wrong way. Exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
