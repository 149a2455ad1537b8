/**
 * `seed-demo`: example companies, deals, buyers and conversations for an empty installation. A separate program, built beside this one,
 * writes the rows. This command owns the conditions: the installation is empty, and all is written in one transaction.
 */
import { sql } from 'kysely'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { links } from '#shared/contract/pages.ts'
import { workLinks } from '#shared/contract/work-links.ts'
import { type Command, CommandFailed, type ExampleLogin, type Given, WrongUse } from './command.ts'
import { siteOf } from './people.ts'

const SIZES = {
  deals: { usual: 1000, most: 500_000, help: 'deals; at least the few with conversations are made' },
  companies: { usual: 2000, most: 200_000, help: 'LLCs and trusts that buyers can link' },
  messages: { usual: 200, most: 1_000_000, help: 'messages in each of the two longest conversations' },
} as const
type Size = keyof typeof SIZES

const optionFor = ({ help, usual, most }: (typeof SIZES)[Size]) => ({
  value: 'N',
  help: `${help} (${usual}, at most ${most})`,
})

export const seedDemo: Command = {
  summary: 'Fill an empty installation with example data and print its logins.',
  options: {
    deals: optionFor(SIZES.deals),
    companies: optionFor(SIZES.companies),
    messages: optionFor(SIZES.messages),
  },
  async run({ settings, database, loadExampleWorld, progress }, given) {
    const size = {
      deals: sizeGiven(given, 'deals'),
      companies: sizeGiven(given, 'companies'),
      messages: sizeGiven(given, 'messages'),
    }
    const writeExampleWorld = await loadExampleWorld()
    if (!writeExampleWorld)
      throw new CommandFailed('The example data is not built. Build it with: npm run build:server')
    const files = createFileStore(settings.parts.files)
    const world = await database.work.transaction().execute(async (trx) => {
      await requireEmpty(trx)
      const made = await writeExampleWorld(trx, {
        ...size,
        files,
        nowMs: database.clock.now(),
        onProgress: progress,
      })
      await writeAudit(trx, {
        actor: SYSTEM,
        action: 'demo.seed',
        subject: { kind: 'installation', id: null },
        after: { ...made.size, by: 'plat' },
      })
      return made
    })
    const { origin } = siteOf(settings)
    const logins = world.logins.map((login) => ({ ...login, url: origin + PAGES[login.kind]() }))
    return {
      data: { ...world.size, logins },
      lines: [
        `The installation has ${world.size.deals} example deals, ${world.size.companies} LLCs and trusts, and these logins:`,
        ...logins.map(lineOf),
        'The passwords are shown only now.',
      ],
    }
  },
}

const PAGES = { customer: links.home, member: workLinks.sellerLogin } as const

const lineOf = ({ kind, name, email, password, url }: ExampleLogin & { url: string }): string => {
  const words = [kind === 'customer' ? 'buyer' : 'seller', name, email, password, url]
  return `  ${words.map((word, index) => word.padEnd(WIDTHS[index] ?? 0)).join('  ')}`
}
const WIDTHS = [6, 14, 34, 16]

function sizeGiven(given: Given, name: Size): number {
  const { usual, most } = SIZES[name]
  const text = given[name] ?? String(usual)
  const size = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (size <= most) return size
  throw new WrongUse(`--${name} must be a whole number from 0 to ${most}.\nSee plat seed-demo --help.`)
}

/** It stays empty until the commit: the locks keep everybody from registering or joining. */
async function requireEmpty(trx: Database): Promise<void> {
  await sql`lock table accounts, customers, staff in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select 1 from accounts) or exists (select 1 from customers)
      or (select count(*) > 1 from (select 1 from staff limit 2) as people) as is_used`.execute(trx)
  if (rows[0]?.is_used)
    throw new CommandFailed(
      'This installation is in use: it has companies, buyers or more than one staff member. Nothing was written. ' +
        'Example data can only be added to an empty installation: set DATABASE_URL (or PLAT_DATA) and the file store to new ones.',
    )
}
