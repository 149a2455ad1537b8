/** What people answer to text messages: STOP, START and HELP, in the words that carriers define. Anything else is for nobody. */
import type { Database } from '#server/core/database/open.ts'
import { installationOf } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { lockCustomers, logConsent, type PhoneRow } from './queries.ts'
import { readPhone } from './rules.ts'

export type ReplyKind = 'stop' | 'start' | 'help' | 'other'

/**
 * Acts on a text message that came in and answers it by text. STOP ends texts about deals to this number for whoever has it,
 * START resumes them for who confirmed it.
 */
export async function receiveReply(
  deps: Pick<RoomDeps, 'db' | 'parts' | 'site'>,
  { from, body }: { from: string; body: string },
): Promise<{ kind: ReplyKind }> {
  const read = readPhone(from)
  const kind = kindOf(body)
  if ('problem' in read || kind === 'other') return { kind }
  if (kind !== 'help') await setByReply(deps.db, read.number, kind === 'start')
  await deps.parts.sms.send({
    to: read.number,
    body: `${(await installationOf(deps.site)).name}: ${ANSWERS[kind]}`,
  })
  return { kind }
}

const STOP = [
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
]
const START = ['start', 'unstop', 'yes']
const HELP = ['help', 'info']

function kindOf(body: string): ReplyKind {
  const word = body
    .trim()
    .toLowerCase()
    .replace(/[.!"']/g, '')
  if (STOP.includes(word)) return 'stop'
  if (START.includes(word)) return 'start'
  return HELP.includes(word) ? 'help' : 'other'
}

const ANSWERS = {
  stop: 'You are unsubscribed and will get no more texts about deals. Reply START to resume. You still get codes that you request.',
  start:
    'You get texts about deals again. Message and data rates may apply. Reply HELP for help, STOP to end.',
  help: 'Texts about deals that match your buy box. Message and data rates may apply. Reply STOP to end. Choose texts under Profile, Phones.',
}

/** By customer_phones_phone. */
async function setByReply(db: Database, phone: string, isOptedIn: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!isOptedIn) await stopMembers(trx, phone)
    const rows = await trx.selectFrom('customer_phones').selectAll().where('phone', '=', phone).execute()
    const changing = rows.filter((row) => row.opted_in !== isOptedIn && (!isOptedIn || row.confirmed_at))
    if (changing.length === 0) return
    await lockCustomers(
      trx,
      changing.map((row) => row.customer_id),
    )
    for (const row of changing) await change(trx, row, isOptedIn)
  })
}

/** Members of accounts choose texts in their matrix, and START brings back none of it. */
const stopMembers = (trx: Database, phone: string) =>
  trx
    .updateTable('notification_preferences')
    .set({ frequency: 'off' })
    .where('channel', '=', 'sms')
    .where('member_id', 'in', (members) =>
      members.selectFrom('account_members').select('id').where('phone', '=', phone),
    )
    .execute()

async function change(trx: Database, row: PhoneRow, isOptedIn: boolean): Promise<void> {
  await trx.updateTable('customer_phones').set({ opted_in: isOptedIn }).where('id', '=', row.id).execute()
  const of = { customerId: row.customer_id, phone: row.phone }
  await logConsent(trx, { ...of, isOptedIn, source: 'reply', ip: null })
}
