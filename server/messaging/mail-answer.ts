/**
 * An answer by mail to the mail about unread messages: who wrote it is known by its address, which is signed, and by From, which has to be
 * their confirmed address. It becomes a message like one written in the thread. What is not taken is told back to the person's own
 * address; what a machine sent is dropped, and so is what names none of our addresses.
 */

import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { installationOf } from '#server/core/http/site.ts'
import type { Throttle } from '#server/core/http/throttle.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { greetingOf } from '#server/notifications/greeting.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { answerText } from '#server/providers/mail/answer-text.ts'
import { verdictOf } from '#server/providers/mail/mail-verdict.ts'
import { type InboundMail, type ReplyTo, readReplyAddress } from '#server/providers/mail/reply-address.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { PERMISSIONS } from '#shared/contract/member-roles.ts'
import { links } from '#shared/contract/pages.ts'
import type { Messenger } from './messenger.ts'
import { conversationNow, isKeyUsed } from './queries.ts'

export interface MailAnswerDeps extends Pick<RoomDeps, 'db' | 'parts' | 'site' | 'secret' | 'nowMs'> {
  messenger: Pick<Messenger, 'post'>
  inbound: InboundMail
  /** By who sends: the same numbers as for messages from the thread. */
  sends: Readonly<Record<ReplyTo['kind'], Throttle>>
  /** Mails that say why an answer was not taken, by person. */
  refusals: Throttle
}

/** A mail as the provider hands it on: its bytes, and what else the provider says of it. */
export interface HandedOn {
  raw: string | Uint8Array
  /** Lowercase names. */
  fields: ReadonlyMap<string, string>
}

const MIME_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }

/** Throws 429 when the person sends too much: the provider hands it on again later. */
export async function receiveAnswer(deps: MailAnswerDeps, { raw, fields }: HandedOn): Promise<void> {
  const mail = await PostalMime.parse(raw, MIME_LIMITS)
  if (isByMachine(mail)) return
  const to = readReplyAddress(deps.secret, deps.inbound, addressesOf(mail, fields), deps.nowMs())
  const person = to && (await personOf(deps.db, to))
  if (!to || !person) return
  const key = `mail:${createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest('hex')}`
  if (await isKeyUsed(deps.db, person.customerId, key)) return
  const read = readAnswer(mail, fields, { deps, person, isExpired: to.isExpired })
  if (read.kind === 'refused') return notifyBack(deps, person, read.why)
  await deps.sends[to.kind].take(String(to.personId))
  try {
    await deps.messenger.post({
      customerId: person.customerId,
      accountId: person.accountId,
      body: read.text,
      idempotencyKey: key,
      type: to.kind === 'customer' ? 'inbound' : 'outbound',
    })
  } catch (error) {
    // The same mail at once by another node, or a conversation that was deleted, is blocked or with a closed company.
    if (!(error instanceof Refusal) || ![403, 404, 409].includes(error.status)) throw error
    await notifyBack(
      deps,
      person,
      error.status === 404 ? 'This conversation no longer exists.' : error.message,
    )
  }
}

interface Answering {
  id: number
  kind: ReplyTo['kind']
  email: string
  name: string
  first_name: string | null
  customerId: number
  accountId: number
}

/** Null for who may not write: not confirmed, blocked, left the team, suspended. By primary keys and, to a member, as `conversationNow`. */
async function personOf(db: Database, { kind, personId, otherId }: ReplyTo): Promise<Answering | null> {
  if (kind === 'customer') {
    const row = await db
      .selectFrom('customers')
      .select(['id', 'email', 'name', 'first_name'])
      .where('id', '=', personId)
      .where('email_confirmed_at', 'is not', null)
      .where('blocked_at', 'is', null)
      .executeTakeFirst()
    return row ? { ...row, kind, customerId: row.id, accountId: otherId } : null
  }
  const row = await db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_members.id', 'account_members.email', 'account_members.name', 'account_id'])
    .where('account_members.id', '=', personId)
    .where('accounts.suspended_at', 'is', null)
    .where('account_members.paused_at', 'is', null)
    .where('account_members.role', 'in', PERMISSIONS.reply.roles)
    .executeTakeFirst()
  if (!row) return null
  const { account_id: accountId, ...member } = row
  const named = { customerId: otherId, accountId }
  return { ...member, ...((await conversationNow(db, named)) ?? named), kind, first_name: null }
}

type Read = { kind: 'taken'; text: string } | { kind: 'refused'; why: string }
const refused = (why: string): Read => ({ kind: 'refused', why })

function readAnswer(
  mail: Email,
  fields: HandedOn['fields'],
  { deps, person, isExpired }: { deps: MailAnswerDeps; person: Answering; isExpired: boolean },
): Read {
  const from = mail.from?.address?.trim().toLowerCase()
  if (from !== person.email.toLowerCase())
    return refused('It came from a different address than the one that you confirmed.')
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const results = authenticationResults(mail, deps.inbound.authHost)
  if (verdictOf({ domain, fields, results }) === 'fail')
    return refused('Your mail server could not prove that it sends for your address (SPF and DKIM).')
  if (isExpired) return refused('Mails about messages can be answered for 30 days.')
  const words = answerText({ text: mail.text, html: mail.html })
  const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment').length
  if (words === '')
    return refused(files > 0 ? 'It had only files, which cannot be sent by mail.' : 'It had no words.')
  const left = files > 0 ? `\n\n(${files === 1 ? 'A file' : `${files} files`} of this mail left out)` : ''
  if (words.length + left.length > MESSAGE_MAX_LENGTH)
    return refused(`A message has at most ${MESSAGE_MAX_LENGTH} characters, and yours has ${words.length}.`)
  return { kind: 'taken', text: words + left }
}

/** Only what our own receiving server wrote: it stands topmost, and anybody may write more below. */
function authenticationResults(mail: Email, authHost: string | null): string | null {
  if (authHost === null) return null
  const first = mail.headers.find(({ key }) => key === 'authentication-results')
  const by = first?.value.trim().split(/[\s;]/)[0]
  return first && by?.toLowerCase() === authHost.toLowerCase() ? first.value : ''
}

/** Out of office, bounces, lists: nobody wrote that. */
function isByMachine({ headers }: Email): boolean {
  const of = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const auto = of('auto-submitted')
  return (
    (auto !== undefined && auto !== 'no') ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(of('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => of(name) !== undefined) ||
    of('return-path') === '<>' ||
    (of('content-type') ?? '').startsWith('multipart/report')
  )
}

const ADDRESSED = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to'])
const ADDRESSED_BY_PROVIDER = ['recipient', 'to', 'envelope', 'originalrecipient']

const addressesOf = ({ headers }: Email, fields: HandedOn['fields']): string[] => [
  ...ADDRESSED_BY_PROVIDER.flatMap((name) => fields.get(name) ?? []),
  ...headers.filter(({ key }) => ADDRESSED.has(key)).map(({ value }) => value),
]

/** To the address we know, whatever From says. No more than a few in an hour. */
async function notifyBack(deps: MailAnswerDeps, person: Answering, why: string): Promise<void> {
  try {
    await deps.refusals.take(`${person.kind} ${person.id}`)
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  const page =
    person.kind === 'customer'
      ? links.conversation(person.accountId)
      : links.seller({ kind: 'conversation', customerId: person.customerId })
  const contents = {
    subject: 'Your reply was not sent',
    greeting: greetingOf(person),
    paragraphs: [`The reply that you sent by mail was not delivered. ${why}`],
    button: { label: 'Reply in the conversation', url: `${deps.site.origin}${page}` },
  }
  const written = letter(contents, await installationOf(deps.site))
  const customerId = person.kind === 'customer' ? person.id : null
  await mailNow(deps, { ...written, to: person.email, type: 'message', customerId })
}
