/**
 * `buyers export`: the buyers of an account as a table, with the columns that the import of the seller's app reads. It has what the
 * seller sees: the address of a registered buyer stays with them.
 */
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import { csvOf } from '#shared/format/csv.ts'
import type { Command } from './command.ts'
import { accountGiven } from './people.ts'

export const exportBuyers: Command = {
  summary: 'Print the buyers of an account as CSV.',
  options: { account: { value: 'ID', help: 'the account', isNeeded: true } },
  async run(context, given) {
    const { id: accountId } = await accountGiven(context, given)
    const { work } = context.database
    // By account_buyers_latest.
    const rows = await work
      .selectFrom('account_buyers as b')
      .leftJoin('customers as c', 'c.id', 'b.customer_id')
      .select(['b.email', 'b.name', 'c.name as own_name', 'b.tags', 'b.has_consent', 'b.source'])
      .select('b.created_at')
      .where('b.account_id', '=', accountId)
      .orderBy('b.id')
      .execute()
    const buyers = rows.map((row) => ({
      email: row.email ?? '',
      name: row.own_name ?? row.name ?? '',
      tags: row.tags,
      consent: row.has_consent,
      source: row.source,
      added: row.created_at.toISOString(),
    }))
    await writeAudit(work, {
      actor: SYSTEM,
      action: 'buyers.export',
      subject: { kind: 'account', id: accountId },
      after: { count: buyers.length, by: 'plat' },
    })
    const table = buyers.map(({ email, name, tags, consent, source, added }) => [
      email,
      name,
      tags.join('; '),
      consent ? 'yes' : 'no',
      source,
      added,
    ])
    return { data: buyers, lines: [csvOf([HEAD, ...table]).trimEnd()] }
  },
}

const HEAD = ['email', 'name', 'tags', 'consent', 'source', 'added']
