/** Sends one mail of the queue: greeted by name, with the link by which its kind is unsubscribed from. */
import { letter, type Written } from '#server/account/letter.ts'
import { greetingOf } from '#server/account/mails.ts'
import { unsubscribeUrl } from '#server/profile/unsubscribe-token.ts'
import type { Outcome } from './claim.ts'
import type { MailContents, WrittenMail } from './contents.ts'
import type { DeliverDeps, Going } from './deliver.ts'

/** Rejects when the mail server does not take it. */
export async function sendMail(deps: DeliverDeps, { row }: Going): Promise<Outcome> {
  const person = row.customer_id === null ? null : await personOf(deps, row.customer_id)
  const to = row.recipient ?? person?.email
  if (to === undefined) return { kind: 'dropped', why: 'no address' }
  // Anybody may register somebody else's address.
  if (row.mail_type !== null && person?.email_confirmed_at === null)
    return { kind: 'dropped', why: 'an address that nobody said is theirs' }
  const unsubscribe = await wayOut(deps, row)
  const content = row.content as MailContents | WrittenMail
  const greeting = greetingOf(person ?? { email: to })
  const written =
    'written' in content
      ? content.written
      : write(deps, { content, greeting, wayOutUrl: unsubscribe?.url ?? null })
  await deps.parts.mailer.send({ to, ...written, key: row.key, ...(unsubscribe ? { unsubscribe } : {}) })
  return { kind: 'sent' }
}

function write(
  deps: DeliverDeps,
  { content, greeting, wayOutUrl }: { content: MailContents; greeting: string; wayOutUrl: string | null },
): Written {
  const { button, ...contents } = content
  return letter({
    ...{ greeting, ...contents },
    ...(button ? { button: { ...button, url: absolute(button.url, deps) } } : {}),
    ...(wayOutUrl === null ? {} : { wayOut: { label: 'Stop mails like this one', url: wayOutUrl } }),
  })
}

const absolute = (url: string, { site }: DeliverDeps): string =>
  url.startsWith('/') ? `${site.origin}${url}` : url

async function wayOut(deps: DeliverDeps, { customer_id, mail_type: type }: Going['row']) {
  return customer_id === null || type === null
    ? null
    : { type, url: await unsubscribeUrl(deps, customer_id, type) }
}

/** By primary key. */
const personOf = ({ db }: DeliverDeps, id: number) =>
  db
    .selectFrom('customers')
    .select(['email', 'email_confirmed_at', 'first_name', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
