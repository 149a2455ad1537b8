/** What people answer to text messages: STOP, START and HELP, as carriers define them and as people write them. Anything else is for nobody. */
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
  if (kind !== 'help')
    await setByReply(deps.db, { phone: read.number, isOptedIn: kind === 'start', words: body })
  await deps.parts.sms.send({
    to: read.number,
    body: `${(await installationOf(deps.site)).name}: ${ANSWERS[kind]}`,
  })
  return { kind }
}

/** What carriers define, each alone. `yes` begins nothing: people answer it to anything. */
const STOP = /^(stop ?all|end|quit|cancel|alto|parar)$/
const HELP = /^(help|info)$/
/** What people write who want no more of it, in any sentence. "Can I stop by at 5?" is not among it. */
const STOP_WITHIN = [
  /(?<!\b(non|dont|not|never) )\bstop\b(?! (by|in|over|at|there|here)\b)/,
  /\bun ?subscribe\b/,
  /\bopt(ing|ed)? ?out\b/,
  /\brevoke\b/,
  /\bno more\b(?! (than|questions?)\b)/,
  /\b(remove|delete|take) (me|my number)\b/,
  /\b(do not|dont|quit) (text|message|msg|contact|send|call)/,
  /\bleave me alone\b/,
]

function kindOf(body: string): ReplyKind {
  const words = body
    .toLowerCase()
    .replace(/['\u2019]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (words === 'start') return 'start'
  if (HELP.test(words)) return 'help'
  return STOP.test(words) || STOP_WITHIN.some((pattern) => pattern.test(words)) ? 'stop' : 'other'
}

const ANSWERS = {
  stop: 'You are unsubscribed and will get no more texts about deals. Reply START to resume. You still get codes that you request.',
  start:
    'You get texts about deals again. Message and data rates may apply. Reply HELP for help, STOP to end.',
  help: 'Texts about deals that match your buy box. Message and data rates may apply. Reply STOP to end. Choose texts under Profile, Phones.',
}

interface Reply {
  phone: string
  isOptedIn: boolean
  words: string
}

/** By customer_phones_phone. */
async function setByReply(db: Database, { phone, isOptedIn, words }: Reply): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!isOptedIn) await stopMembers(trx, phone)
    const rows = await trx.selectFrom('customer_phones').selectAll().where('phone', '=', phone).execute()
    const changing = rows.filter((row) => row.opted_in !== isOptedIn && (!isOptedIn || row.confirmed_at))
    if (changing.length === 0) return
    await lockCustomers(
      trx,
      changing.map((row) => row.customer_id),
    )
    for (const row of changing) await change(trx, row, { isOptedIn, words })
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

async function change(
  trx: Database,
  row: PhoneRow,
  { isOptedIn, words }: Omit<Reply, 'phone'>,
): Promise<void> {
  await trx.updateTable('customer_phones').set({ opted_in: isOptedIn }).where('id', '=', row.id).execute()
  const of = { customerId: row.customer_id, phone: row.phone }
  await logConsent(trx, { ...of, isOptedIn, source: 'reply', words, ip: null })
}
