/** Finds the command, reads its options, opens the database, prints. Exit codes: 0 done, 1 could not be done, 2 asked in a wrong way. */
import { parseArgs } from 'node:util'
import { SYSTEM } from '#server/core/audit/audit.ts'
import { createKey } from '#server/sellers/keys/keys.ts'
import { readSettings } from '#server/settings/environment.ts'
import { KEY_NAME_MAX_LENGTH, KEY_ORIGINS_MAX } from '#shared/contract/key-limits.ts'
import { GUEST_DEFAULTS } from '#shared/contract/seller-keys.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { exportBuyers } from './buyers.ts'
import { check } from './check.ts'
import {
  type Command,
  type CommandLine,
  type Given,
  type Outcome,
  type StandaloneCommand,
  WrongUse,
} from './command.ts'
import { importDeals } from './deals.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { accountGiven, addAccount, addMember, addStaff } from './people.ts'
import { rotateSecret } from './secrets.ts'
import { seedDemo } from './seed-demo.ts'

/** `key create`: a seller's key for their own site, made by the operator. */
const addKey: Command = {
  summary: 'Create a publishable key and a secret key for the site of an account.',
  options: {
    account: { value: 'ID', help: 'the account, as `account add` printed it', isNeeded: true },
    name: { value: 'NAME', help: 'of the site, to tell the key from others', isNeeded: true },
    origins: { value: 'URL,URL', help: 'pages that may use it, e.g. https://homes.example; else all' },
    guests: { value: null, help: 'visitors without a login can write' },
  },
  async run(context, given) {
    const texts = (given.origins ?? '').split(',').filter((text) => text.trim() !== '')
    const origins = texts.map((text) => {
      const origin = originOf(text.trim())
      if (origin === null) throw new WrongUse(`--origins: "${text.trim()}" is none. ${ORIGIN_HINT}`)
      return origin
    })
    const name = (given.name ?? '').trim()
    if (name.length > KEY_NAME_MAX_LENGTH)
      throw new WrongUse(`--name: at most ${KEY_NAME_MAX_LENGTH} characters.`)
    if (origins.length > KEY_ORIGINS_MAX) throw new WrongUse(`--origins: at most ${KEY_ORIGINS_MAX} of them.`)
    const { id: accountId, title } = await accountGiven(context, given)
    const key = await createKey(
      { db: context.database.db, secret: context.settings.secret },
      { accountId, actor: SYSTEM, ip: null },
      {
        name,
        origins: [...new Set(origins)],
        guests: given.guests === undefined ? undefined : { ...GUEST_DEFAULTS, allowed: true },
      },
    )
    return {
      data: key,
      lines: [
        `A key for ${title} was created: ${key.name}.`,
        `  publishable key  ${key.publishable_key}`,
        `  secret key       ${key.secret_key}`,
        'The secret key is shown only now. Keep it on the server of the site.',
      ],
    }
  },
}

/** Every command migrates first, so there is nothing left to do. */
const migrate: Command = {
  summary: 'Migrate the database to this version.',
  options: {},
  run: async () => ({ data: { migrated: true }, lines: ['The database has the schema of this version.'] }),
}

const DONE = 0
const FAILED = 1
const WRONG_USE = 2

const COMMANDS: Readonly<Record<string, Command | StandaloneCommand>> = {
  'staff add': addStaff,
  'account add': addAccount,
  'member add': addMember,
  'key create': addKey,
  'secret rotate': rotateSecret,
  'deals import': importDeals,
  'buyers export': exportBuyers,
  'jobs list': listJobs,
  'jobs retry': retryJobs,
  'seed-demo': seedDemo,
  migrate,
  backup,
  restore,
  check,
}

/** A line each of the commands with such a name. */
function listOf(isListed: (name: string) => boolean): string {
  const listed = Object.entries(COMMANDS).filter(([name]) => isListed(name))
  return listed.map(([name, { summary }]) => `  ${name.padEnd(15)}${summary}`).join('\n')
}

const HELP = `plat COMMAND [--json] [--help]        in the project: npm run --silent plat -- COMMAND …

${listOf(() => true)}

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
  // --json and --help may come first.
  const first = args.findIndex((word) => !word.startsWith('-'))
  const asked = first > 0 ? [...args.slice(first), ...args.slice(0, first)] : args
  const words = asked.filter((word) => !word.startsWith('-'))
  const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((one) => one in COMMANDS)
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!name || !command) {
    const isHelp = args.includes('--help')
    const begun = listOf((one) => words.length > 0 && one.startsWith(`${words[0]} `))
    if (words.length > 0 && !(isHelp && begun))
      throw new WrongUse(`There is no command "${words.join(' ')}".\n\n${HELP}`)
    line.out(begun || HELP)
    return isHelp ? DONE : WRONG_USE
  }
  const given = readOptions(name, command, asked.slice(name.split(' ').length))
  if (given.help !== undefined) {
    line.out(helpOf(name, command))
    return DONE
  }
  const outcome = await ('runAlone' in command
    ? command.runAlone(line, given)
    : runWithDatabase(command, given, line))
  print(outcome, line, isJson)
  return outcome.isFailed ? FAILED : DONE
}

async function runWithDatabase(command: Command, given: Given, line: CommandLine): Promise<Outcome> {
  const settings = readSettings(line.env)
  const database = await line.open({
    ...(settings.databaseUrl === null ? {} : { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
  })
  try {
    await database.migrate()
    const { readInput, loadExampleWorld, error: progress } = line
    return await command.run({ settings, database, readInput, loadExampleWorld, progress }, given)
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
