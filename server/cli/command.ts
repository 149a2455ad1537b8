/** What a command of `plat` is: its options, what it needs, and what it answers. */

import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { ProductionSettings } from '#server/settings/environment.ts'

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
}

export interface Command {
  summary: string
  options: Readonly<Record<string, Option>>
  run(context: CommandContext, given: Given): Promise<Outcome>
}

/** The command cannot do what was asked; the message says why and what to do. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** It was asked in a wrong way. Exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
