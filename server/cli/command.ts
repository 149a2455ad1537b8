/** What a command of `plat` is: its options, what it needs, and what it answers. */

import type { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
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
}

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
