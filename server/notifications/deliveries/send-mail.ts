/** Sends one mail of the queue: greeted by name, with the link by which its kind is unsubscribed from. */
import { installationOf } from '#server/core/http/site.ts'
import { greetingOf } from '#server/notifications/greeting.ts'
import { letter, type Signer, type Written } from '#server/notifications/letter.ts'
import { unsubscribeUrl } from '#server/notifications/unsubscribe-token.ts'
import { ANSWER_LINE } from '#server/providers/mail/answer-text.ts'
import { type ReplyTo, replyAddress } from '#server/providers/mail/reply-address.ts'
import { links } from '#shared/contract/pages.ts'
import { frequencyOf } from '#shared/rules/notifications/preferences.ts'
import type { Outcome } from './claim.ts'
import type { MailContents, WrittenMail } from './contents.ts'
import type { DeliverDeps, Going } from './delivery.ts'
import { unreadWords } from './unread-labels.ts'

/** Rejects when the mail server does not take it. */
export async function sendMail(deps: DeliverDeps, { row, recipientPreferences }: Going): Promise<Outcome> {
  const person = await personOf(deps, row)
  const to = row.recipient ?? person?.email
  if (to === undefined) return { kind: 'dropped', why: 'no address' }
  // Anybody may register somebody else's address.
  if (row.mail_type !== null && row.member_id === null && person?.email_confirmed_at === null)
    return { kind: 'dropped', why: 'an address that nobody said is theirs' }
  const unsubscribe = await wayOut(deps, row)
  const content = row.content as MailContents | WrittenMail
  const greeting = greetingOf(person ?? { email: to })
  const replyTo = await replyToOf(deps, row)
  const written =
    'written' in content
      ? content.written
      : write(deps, await installationOf(deps.site), {
          content: wanted(await withWords(deps, row, content), recipientPreferences),
          greeting,
          wayOut: wayOutOf(row, unsubscribe),
          canAnswer: replyTo !== null,
        })
  await deps.parts.mailer.send({
    to,
    ...written,
    key: row.key,
    ...(replyTo === null ? {} : { replyTo }),
    ...(unsubscribe ? { unsubscribe } : {}),
  })
  return { kind: 'sent' }
}

function write(deps: DeliverDeps, by: Signer, { content, greeting, wayOut, canAnswer }: Writing): Written {
  const { button, items, ...contents } = content
  const letterContents = {
    greeting,
    ...contents,
    ...(canAnswer ? { head: ANSWER_LINE } : {}),
    ...(button ? { button: { ...button, url: absolute(button.url, deps) } } : {}),
    ...(items ? { items: items.map((item) => ({ ...item, url: absolute(item.url, deps) })) } : {}),
    ...(wayOut ? { wayOut: { ...wayOut, url: absolute(wayOut.url, deps) } } : {}),
  }
  return letter(letterContents, by)
}

interface Writing {
  content: MailContents
  greeting: string
  wayOut: Link | null
  canAnswer: boolean
}

/** Of a mail about unread messages, where the server takes mail. By primary key. */
async function replyToOf(
  { db, parts, secret, nowMs }: DeliverDeps,
  { customer_id, member_id, message_id }: Going['row'],
): Promise<string | null> {
  const inbound = parts.inboundMail
  const personId = customer_id ?? member_id
  if (!inbound || message_id === null || personId === null) return null
  const message = await db
    .selectFrom('messages')
    .select(['customer_id', 'account_id'])
    .where('id', '=', message_id)
    .executeTakeFirst()
  if (!message) return null
  const to: ReplyTo =
    member_id === null
      ? { kind: 'customer', personId, otherId: message.account_id }
      : { kind: 'member', personId, otherId: message.customer_id }
  return replyAddress(secret, inbound, to, nowMs())
}

interface Link {
  label: string
  url: string
}

/** A member's mails are of service; each member chooses them in the seller's app. */
function wayOutOf(row: Going['row'], unsubscribe: { url: string } | null): Link | null {
  if (row.member_id !== null)
    return { label: 'Choose which emails you get', url: links.seller({ kind: 'login' }) }
  return unsubscribe ? { label: 'Stop mails like this one', url: unsubscribe.url } : null
}

/** All that is unread by now, each line a paragraph. */
async function withWords(
  { db }: DeliverDeps,
  row: Going['row'],
  content: MailContents,
): Promise<MailContents> {
  if (row.customer_id === null || row.message_id === null) return content
  const words = await unreadWords(db, row.message_id)
  return { ...content, paragraphs: words.flatMap((text) => text.split(/\n+/)) }
}

/** Without the items of what was turned off meanwhile. */
const wanted = (
  { items, ...content }: MailContents,
  recipientPreferences: Going['recipientPreferences'],
): MailContents =>
  items
    ? {
        ...content,
        items: items.filter(
          ({ type }) =>
            !type ||
            !recipientPreferences ||
            frequencyOf(recipientPreferences.preferences, type, 'email') !== 'off',
        ),
      }
    : content

const absolute = (url: string, { site }: DeliverDeps): string =>
  url.startsWith('/') ? `${site.origin}${url}` : url

async function wayOut(deps: DeliverDeps, { customer_id, mail_type: type }: Going['row']) {
  return customer_id === null || type === null
    ? null
    : { type, url: await unsubscribeUrl(deps, customer_id, type) }
}

/** By primary key. */
async function personOf({ db }: DeliverDeps, { customer_id, member_id }: Going['row']) {
  if (member_id !== null) {
    const members = db.selectFrom('account_members').select(['email', 'name']).where('id', '=', member_id)
    return { ...(await members.executeTakeFirstOrThrow()), first_name: null, email_confirmed_at: null }
  }
  if (customer_id === null) return null
  return db
    .selectFrom('customers')
    .select(['email', 'email_confirmed_at', 'first_name', 'name'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
}
