/** Finds the command, reads its options, opens the database, prints. Exit codes: 0 done, 1 could not be done, 2 asked in a wrong way. */
import { parseArgs } from 'node:util'
import type { openDatabase } from '#server/core/database/open.ts'
import { readSettings } from '#server/settings/environment.ts'
import type { Environment } from '#server/settings/read-variables.ts'
import { check, checkHelp } from './check.ts'
import { type Command, type Given, type Outcome, WrongUse } from './command.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { addKey } from './keys.ts'
import { addAccount, addMember, addStaff } from './people.ts'

export interface CommandLine {
  env: Environment
  /** Where the pages are unless PAGES_DIR names another folder. */
  builtPages: string
  open: typeof openDatabase
  readInput(): Promise<string>
  out(line: string): void
  error(line: string): void
}

const DONE = 0
const FAILED = 1
const WRONG_USE = 2

const COMMANDS: Readonly<Record<string, Command>> = {
  'staff add': addStaff,
  'account add': addAccount,
  'member add': addMember,
  'key create': addKey,
  'jobs list': listJobs,
  'jobs retry': retryJobs,
}

const HELP = `plat COMMAND [--json] [--help]        in the project: npm run --silent plat -- COMMAND …

${[...Object.entries(COMMANDS), ['check', checkHelp] as const]
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

It reads the same environment variables as the server. An embedded database admits one process at a time: stop the server first.
Exit codes: 0 done, 1 could not be done, 2 asked in a wrong way.`

export async function runCommandLine(args: readonly string[], line: CommandLine): Promise<number> {
  const isJson = args.includes('--json')
  try {
    return await run(args, line, isJson)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (isJson) line.out(JSON.stringify({ error: message }))
    else line.error(message)
    return error instanceof WrongUse ? WRONG_USE : FAILED
  }
}

async function run(args: readonly string[], line: CommandLine, isJson: boolean): Promise<number> {
  const words = args.filter((word) => !word.startsWith('-'))
  if (words[0] === 'check') return runCheck(args.slice(1), line, isJson)
  const name = Object.keys(COMMANDS).find((one) => one === words.slice(0, 2).join(' '))
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!name || !command) {
    if (words.length > 0) throw new WrongUse(`There is no command "${words.join(' ')}".\n\n${HELP}`)
    line.out(HELP)
    return args.includes('--help') ? DONE : WRONG_USE
  }
  const given = readOptions(name, command, args.slice(2))
  if (given.help !== undefined) {
    line.out(helpOf(name, command))
    return DONE
  }
  print(await runWithDatabase(command, given, line), line, isJson)
  return DONE
}

async function runCheck(args: readonly string[], line: CommandLine, isJson: boolean): Promise<number> {
  const given = readOptions('check', checkHelp, args)
  if (given.help !== undefined) {
    line.out(helpOf('check', checkHelp))
    return DONE
  }
  const found = await check(line)
  const lines = found.map(({ name, state, text }) => `${state.padEnd(7)} ${name.padEnd(11)} ${text}`)
  print({ data: found, lines }, line, isJson)
  return found.some(({ state }) => state === 'failed') ? FAILED : DONE
}

async function runWithDatabase(command: Command, given: Given, line: CommandLine): Promise<Outcome> {
  const settings = readSettings(line.env)
  const database = await line.open({
    ...(settings.databaseUrl === null ? {} : { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
  })
  try {
    await database.migrate()
    return await command.run({ settings, database, readInput: line.readInput }, given)
  } finally {
    await database.close()
  }
}

function readOptions(name: string, { options }: Pick<Command, 'options'>, args: readonly string[]): Given {
  const wrong = (message: string) => new WrongUse(`${message}\nSee plat ${name} --help.`)
  const known = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === null ? 'boolean' : 'string' }] as const,
  )
  let values: Record<string, unknown>
  try {
    const switches = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
    values = parseArgs({ args: [...args], options: { ...Object.fromEntries(known), ...switches } }).values
  } catch (error) {
    throw wrong((error as Error).message)
  }
  const given = Object.fromEntries(Object.entries(values).map(([option, value]) => [option, String(value)]))
  const missing = Object.entries(options).filter(
    ([option, { isNeeded }]) => isNeeded && !given[option]?.trim(),
  )
  if (missing.length > 0 && given.help === undefined)
    throw wrong(`Missing: ${missing.map(([option]) => `--${option}`).join(', ')}.`)
  return given
}

function helpOf(name: string, { summary, options }: Pick<Command, 'summary' | 'options'>): string {
  const rows = [
    ...Object.entries(options).map(([option, { value, help, isNeeded }]) => [
      value === null ? `--${option}` : `--${option} ${value}`,
      isNeeded ? `${help}; required` : help,
    ]),
    ['--json', 'print the result as JSON'],
  ]
  return [
    `plat ${name}`,
    `  ${summary}`,
    '',
    ...rows.map(([option = '', help = '']) => `  ${option.padEnd(20)}${help}`),
  ].join('\n')
}

function print({ data, lines }: Outcome, { out }: CommandLine, isJson: boolean): void {
  for (const one of isJson ? [JSON.stringify(data)] : lines) out(one)
}
