/** `deals import`: a table of deals becomes drafts of an account. All rows are read first; one that is wrong stops the import. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import { createDraft } from '#server/deals/listing/save-deal.ts'
import { createGeocoder } from '#server/providers/places/create-geocoder.ts'
import type { DealChange } from '#shared/contract/seller-listing.ts'
import { dealsOfCsv } from '#shared/rules/deals/deals-of-csv.ts'
import { type Command, type CommandContext, CommandFailed, type Given } from './command.ts'
import { accountGiven } from './people.ts'

export const importDeals: Command = {
  summary: 'Import deals of an account from CSV, as drafts.',
  options: {
    account: { value: 'ID', help: 'the account', isNeeded: true },
    file: {
      value: 'FILE',
      help: 'the table, with field names in line 1; - reads standard input',
      isNeeded: true,
    },
    'dry-run': { value: null, help: 'check every row, write nothing' },
  },
  async run(context, given) {
    const { id: accountId } = await accountGiven(context, given)
    const { deals, errors } = dealsOfCsv(await textOf(context, given))
    if (errors.length > 0) {
      const lines = errors.map(({ line, field, text }) => `line ${line}, ${field}: ${text}`)
      return {
        data: { imported: 0, errors },
        lines: [...lines, 'Nothing was imported. Correct these and import the file again.'],
        isFailed: true,
      }
    }
    if (deals.length === 0) throw new CommandFailed('There is no deal in this file.')
    if (given['dry-run'] !== undefined)
      return {
        data: { imported: 0, valid: deals.length, errors },
        lines: [`${deals.length} deals can be imported.`],
      }
    const ids = await write(context, accountId, deals)
    return {
      data: { imported: ids.length, ids, errors },
      lines: [`${ids.length} drafts were imported. The seller finds them under Deals, and publishes them.`],
    }
  },
}

const textOf = ({ readInput }: CommandContext, { file = '-' }: Given): Promise<string> =>
  file === '-'
    ? readInput()
    : readFile(file, 'utf8').catch((error: Error) => {
        throw new CommandFailed(`${file} cannot be read: ${error.message}`)
      })

/** The key of a row is what it says, so a file that is imported again makes no second drafts. */
async function write(
  { database, settings }: CommandContext,
  accountId: number,
  deals: readonly DealChange[],
): Promise<number[]> {
  const { work: db } = database
  // By account_members_account.
  const member = await db
    .selectFrom('account_members')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .executeTakeFirst()
  if (!member) throw new CommandFailed('This account has no people yet. Add a person with: plat member add')
  const me = { accountId, memberId: member.id }
  const geocoder = createGeocoder(settings.parts.places)
  const ids: number[] = []
  for (const fields of deals) {
    const key = `import:${createHash('sha256').update(JSON.stringify(fields)).digest('base64url')}`
    ids.push(await createDraft({ db, geocoder }, { me, fields, key }))
  }
  await writeAudit(db, {
    actor: SYSTEM,
    action: 'deals.import',
    subject: { kind: 'account', id: accountId },
    after: { count: ids.length, by: 'plat' },
  })
  return ids
}
