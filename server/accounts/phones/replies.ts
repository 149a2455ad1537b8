/** What people answer to text messages: STOP, START and HELP, as carriers define them and as people write them. Anything else is for nobody. */
import type { Database } from '#server/core/database/open.ts'
import { installationOf } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { NEWS_TEXTS_PER_DAY } from '#shared/contract/notification-limits.ts'
import { lockCustomers } from './queries.ts'
import { readPhone } from './rules.ts'
import { chooseByReply } from './text-consents.ts'

export type ReplyKind = 'stop' | 'start' | 'help' | 'other'

/**
 * Acts on a text message that came in and answers it by text. STOP withdraws consent to all texts for everyone with this number.
 * START restores what STOP withdrew, for those who confirmed the number.
 */
export async function receiveReply(
  deps: Pick<RoomDeps, 'db' | 'parts' | 'site'>,
  { from, body }: { from: string; body: string },
): Promise<{ kind: ReplyKind }> {
  const read = readPhone(from)
  const kind = kindOf(body)
  if ('problem' in read || kind === 'other') return { kind }
  const isChanged =
    kind !== 'help' &&
    (await setByReply(deps.db, { phone: read.number, isOptedIn: kind === 'start', words: body }))
  const answer = kind === 'start' && !isChanged ? 'nothing' : kind
  await deps.parts.sms.send({
    to: read.number,
    body: `${(await installationOf(deps.site)).name}: ${ANSWERS[answer]}`,
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
  stop: 'You are unsubscribed and will get no more texts but codes that you request. Reply START to resume.',
  start:
    'You get the texts again that STOP ended. Message and data rates may apply. Reply HELP for help, STOP to end.',
  nothing:
    'START brings back only texts that STOP ended, and there are none. Choose texts under Profile, Phones. Reply HELP for help.',
  help: `Texts for the purposes that you chose, up to ${NEWS_TEXTS_PER_DAY} a day. Message and data rates may apply. Reply STOP to end. Choose texts under Profile, Phones.`,
}

interface Reply {
  phone: string
  isOptedIn: boolean
  words: string
}

/** By customer_phones_phone. Resolves with whether it changed something for a buyer. */
const setByReply = (db: Database, { phone, isOptedIn, words }: Reply): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!isOptedIn) await stopMembers(trx, phone)
    const having = trx.selectFrom('customer_phones').selectAll().where('phone', '=', phone)
    const customers = (await having.execute()).map((row) => row.customer_id)
    if (customers.length === 0) return false
    await lockCustomers(trx, customers)
    let isChanged = false
    for (const row of await having.execute())
      if ((!isOptedIn || row.confirmed_at) && (await chooseByReply(trx, row, { isOptedIn, words })))
        isChanged = true
    return isChanged
  })

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
