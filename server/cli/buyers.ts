/**
 * `buyers export`: the buyers of an account as a table, with the columns that the import of the seller's app reads. It has what the
 * seller sees: the address of a registered buyer stays with them.
 */
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import { consentsIn } from '#server/outreach/buyers/consent-proofs.ts'
import { csvOf } from '#shared/format/csv.ts'
import { formatPhone } from '#shared/rules/phone.ts'
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
      .select(['b.phone', 'b.created_at', consentsIn('b').as('consents')])
      .where('b.account_id', '=', accountId)
      .orderBy('b.id')
      .execute()
    const buyers = rows.map((row) => ({
      email: row.email ?? '',
      name: row.own_name ?? row.name ?? '',
      tags: row.tags,
      phone: row.phone,
      consent: row.has_consent,
      consents: row.consents,
      source: row.source,
      added: row.created_at.toISOString(),
    }))
    await writeAudit(work, {
      actor: SYSTEM,
      action: 'buyers.export',
      subject: { kind: 'account', id: accountId },
      after: { count: buyers.length, by: 'plat' },
    })
    const table = buyers.map(({ email, name, tags, phone, consent, consents, source, added }) => [
      email,
      name,
      tags.join('; '),
      phone ? formatPhone(phone) : '',
      consent ? 'yes' : 'no',
      ...[consents.email, consents.sms].flatMap((proof) => [proof?.how ?? '', proof?.at ?? '']),
      source,
      added,
    ])
    return { data: buyers, lines: [csvOf([HEAD, ...table]).trimEnd()] }
  },
}

const HEAD =
  'email,name,tags,phone,consent,email consent,email consent date,text consent,text consent date,source,added'.split(
    ',',
  )
