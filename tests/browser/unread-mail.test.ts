/** A buyer who is away gets one email about what a seller wrote. Its link opens the conversation, and no second email follows. */
import { expect, test } from 'vitest'
import type { Letter } from '#demo/fake-providers/outbox-routes.ts'
import { person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'
import { sentTo } from '#tests/support/outbox.ts'

const INBOUND = { domain: 'in.plat.test', secret: 'the mail provider’s password', authHost: null }
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60, inboundMail: INBOUND })
const WORDS = ['The roof was replaced in May.', 'Shall I keep it for you?', 'Are you there?'] as const

/** A seller with the buyer's conversation open. */
async function sellerInThread() {
  const { name } = world.logins.buyer1
  const seller = await person(browser, { baseURL: world.url })
  await seller.page.goto('/seller/?login=seller1#messages')
  await seller.page
    .getByRole('option', { name })
    .or(seller.page.getByRole('button', { name }))
    .first()
    .click()
  const write = async (text: string) => {
    await seller.page.getByLabel('Reply').fill(text)
    await seller.page.getByLabel('Reply').press('Enter')
    await seller.page.getByRole('log').getByText(text).waitFor()
  }
  return { seller, write }
}

const waiting = () =>
  world.server.database.db
    .selectFrom('deliveries')
    .select('id')
    .where('message_id', 'is not', null)
    .where('state', '=', 'waiting')
    .execute()

/** Until everything that waits has gone out, also past quiet hours. */
async function waitLong() {
  await world.server.database.db
    .updateTable('deliveries')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('message_id', 'is not', null)
    .where('state', '=', 'waiting')
    .execute()
  const job = world.server.jobs.rules.find((one) => one.name === 'deliver')
  await job?.run(Date.now(), new AbortController().signal)
  await expect.poll(waiting).toEqual([])
}

test('a message that stays unread is mailed once, and the link of the mail shows it in its conversation', async () => {
  const { db } = world.server.database
  const { email } = world.logins.buyer1
  const { account } = world.logins.seller1
  const { seller, write } = await sellerInThread()
  const mails = async () => {
    const answer = await fetch(`${world.url}/demo/outbox.json?${new URLSearchParams({ to: email })}`)
    const { messages } = (await answer.json()) as { messages: Letter[] }
    return messages.filter(({ subject }) => subject === `${account} wrote to you`)
  }
  const unread = async () =>
    (await db.selectFrom('messages').select('body').where('is_read', '=', false).execute()).filter(
      ({ body }) => WORDS.some((words) => words === body),
    ).length

  await write(WORDS[0])
  await write(WORDS[1])
  expect(await waiting()).toHaveLength(1)
  expect(await mails()).toEqual([])
  await waitLong()
  expect(await mails()).toHaveLength(1)
  const [mail] = await mails()
  expect(mail?.text).toContain(WORDS[0])
  expect(mail?.text).toContain(WORDS[1])
  await write(WORDS[2])
  await waitLong()
  expect(await mails()).toHaveLength(1)

  const buyer = await person(browser, { baseURL: world.url })
  await logIn(buyer.context, world)
  await buyer.page.goto(await linkTo(world.url, email, '/messenger'))
  await buyer.page
    .getByRole('heading', { name: account ?? '' })
    .first()
    .waitFor()
  for (const words of WORDS) await buyer.page.getByRole('log').getByText(words).waitFor()
  await expect.poll(unread).toBe(0)
  await waitLong()
  expect(await mails()).toHaveLength(1)
  expect(buyer.pageErrors).toEqual([])
  await Promise.all([seller.context.close(), buyer.context.close()])
})

test('a buyer answers the mail by mail: the seller reads it at once in the open conversation, and the messenger shows it', async () => {
  const { email, name } = world.logins.buyer1
  const { account } = world.logins.seller1
  const { seller, write } = await sellerInThread()
  const ANSWER = 'By mail: Tuesday at ten is fine.'
  await write('Is Tuesday at ten fine?')
  await waitLong()
  const mail = (await sentTo(world.server, 'mail', email)).at(-1)
  expect(mail?.subject).toBe(`${account} wrote to you`)
  const line = '--- Write your answer above this line ---'
  expect(mail?.body_text).toContain(line)
  // As a mail program sends it, with the mail it answers below.
  const quoted = mail?.body_text.split('\n').map((text) => `> ${text}`)
  const raw = [
    `From: ${name} <${email}>`,
    `To: ${mail?.headers['Reply-To']}`,
    `Subject: Re: ${mail?.subject}`,
    'Message-ID: <answer@mail.example>',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ANSWER,
    '',
    'On Tue, Dec 1, 2026 at 9:14 AM Plat wrote:',
    ...(quoted ?? []),
  ].join('\r\n')
  const handedOn = await fetch(`${world.url}/webhooks/mail`, {
    method: 'POST',
    headers: {
      'Content-Type': 'message/rfc822',
      Authorization: `Basic ${Buffer.from(`plat:${INBOUND.secret}`).toString('base64')}`,
    },
    body: raw,
  })
  expect(handedOn.status).toBe(204)
  await seller.page.getByRole('log').getByText(ANSWER, { exact: true }).waitFor()

  const buyer = await person(browser, { baseURL: world.url })
  await logIn(buyer.context, world)
  await buyer.page.goto(await linkTo(world.url, email, '/messenger'))
  const sent = buyer.page.getByRole('log').getByText(ANSWER, { exact: true })
  await sent.waitFor()
  expect(await buyer.page.getByRole('log').getByText(line).count()).toBe(0)
  expect(buyer.pageErrors).toEqual([])
  await Promise.all([seller.context.close(), buyer.context.close()])
})
