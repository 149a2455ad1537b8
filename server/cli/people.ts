/** `staff add`, `account add`, `member add`. A password is never on the command line: a link sets it, or standard input has it. */
import { makeLink } from '#server/accounts/login/mail-links.ts'
import { requireNewPassword } from '#server/accounts/login/new-password.ts'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { personByEmail } from '#server/accounts/login/people.ts'
import type { Person } from '#server/accounts/login/sessions.ts'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { originFor } from '#server/core/http/site.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { RECOVERY_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { emailAddress } from '#shared/contract/wire.ts'
import { workLinks } from '#shared/contract/work-links.ts'
import { type Command, type CommandContext, CommandFailed, type Given, WrongUse } from './command.ts'

const PERSON = {
  name: { value: 'NAME', help: 'as others see it', isNeeded: true },
  email: { value: 'EMAIL', help: 'to log in with', isNeeded: true },
  'password-stdin': { value: null, help: 'take the password from standard input instead of printing a link' },
} as const

export const addStaff: Command = {
  summary: 'Add a member of staff, who works at the console.',
  options: PERSON,
  run: (context, given) =>
    addPerson(context, given, {
      kind: 'staff',
      insert: (trx, row) => trx.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow(),
    }),
}

export const addAccount: Command = {
  summary: 'Add an account: a company that sells deals.',
  options: { title: { value: 'TITLE', help: 'name of the company', isNeeded: true } },
  async run({ database }, { title = '' }) {
    const id = await database.db.transaction().execute(async (trx) => {
      const row = await trx.insertInto('accounts').values({ title }).returning('id').executeTakeFirstOrThrow()
      await audit(trx, { action: 'account.add', kind: 'account', id: row.id, after: { title } })
      return row.id
    })
    const next = `plat member add --account ${id} --name NAME --email EMAIL`
    return {
      data: { id, title },
      lines: [`Account ${id} was added: ${title}.`, `Add its people with: ${next}`],
    }
  },
}

const ROLES: ReadonlyMap<string, MemberRole> = new Map([
  ['owner', 'administrator'],
  ['manager', 'manager'],
  ['agent', 'agent'],
  ['read-only', 'read_only'],
  // Its name before there were four.
  ['administrator', 'administrator'],
])

export const addMember: Command = {
  summary: "Add a person to an account, who works in the seller's app.",
  options: {
    account: { value: 'ID', help: 'the account, as `account add` printed it', isNeeded: true },
    ...PERSON,
    role: { value: 'ROLE', help: 'owner (default), manager, agent or read-only' },
  },
  async run(context, given) {
    const { id: account_id } = await accountGiven(context, given)
    const role = ROLES.get(given.role ?? 'owner')
    if (!role) throw new WrongUse(`--role must be owner, manager, agent or read-only, not "${given.role}".`)
    return addPerson(context, given, {
      kind: 'member',
      insert: (trx, row) =>
        trx
          .insertInto('account_members')
          .values({ ...row, account_id, role })
          .returning('id')
          .executeTakeFirstOrThrow(),
    })
  },
}

/** The account that --account names. */
export async function accountGiven({ database: { db } }: CommandContext, { account }: Given) {
  const id = Number(account)
  if (!Number.isSafeInteger(id)) throw new WrongUse('--account must be the number of an account.')
  const row = await db.selectFrom('accounts').select(['id', 'title']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new CommandFailed(`There is no account ${id}. Add one with: plat account add`)
  return row
}

interface NewPerson {
  kind: 'staff' | 'member'
  insert(
    trx: Database,
    row: { name: string; email: string; password_hash: string | null },
  ): Promise<{ id: number }>
}

async function addPerson(context: CommandContext, given: Given, { kind, insert }: NewPerson) {
  const { db } = context.database
  const { name = '', email = '' } = given
  if (!emailAddress().safeParse(email).success)
    throw new WrongUse(`--email is not an email address: "${email}".`)
  if (await personByEmail(db, kind, email))
    throw new CommandFailed(`${email} already has a login of this kind.`)
  const password_hash =
    given['password-stdin'] === undefined ? null : await givenPassword(context, { name, email })
  const { id } = await db.transaction().execute(async (trx) => {
    const row = await insert(trx, { name, email, password_hash })
    await audit(trx, { action: `${kind}.add`, kind, id: row.id, after: { name, email } })
    return row
  })
  const added = `${name} <${email}> was added.`
  if (password_hash !== null) return { data: { id, email }, lines: [added] }
  const link = await passwordLink(context, { kind, id }, email)
  return {
    data: { id, email, link },
    lines: [added, 'The password is set here, within 60 minutes, once:', `  ${link}`],
  }
}

async function givenPassword(
  { readInput }: CommandContext,
  { name, email }: { name: string; email: string },
) {
  const password = (await readInput()).replace(/\r?\n$/, '')
  await requireNewPassword({ password }, { email, names: [name] }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new CommandFailed(Object.values(error.problem.errors ?? {}).flat()[0] ?? error.message)
  })
  return hashPassword(password)
}

/** The same as in the mail after "Forgot password?" of somebody who has no password yet. */
async function passwordLink({ settings, database }: CommandContext, person: Person, email: string) {
  const lifetimeMs = RECOVERY_LINK_LIFETIME_MS
  const token = await makeLink(database.db, { purpose: 'recovery', person, email, lifetimeMs })
  const { kind } = person
  const path =
    kind === 'staff' ? workLinks.anotherPassword(kind, token) : workLinks.firstPassword('member', token)
  return originFor(siteOf(settings), kind) + path
}

/** Where people find this installation. */
export const siteOf = ({ publicUrl, adminOrigin, port }: CommandContext['settings']) => ({
  origin: publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
  ...(adminOrigin === null ? {} : { adminOrigin }),
})

const audit = (
  trx: Database,
  {
    action,
    kind,
    id,
    after,
  }: { action: AuditAction; kind: string; id: number; after: Record<string, unknown> },
) => writeAudit(trx, { actor: SYSTEM, action, subject: { kind, id }, after: { ...after, by: 'plat' } })
