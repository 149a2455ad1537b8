import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { Site } from '#server/core/http/site.ts'
import { createMailer } from '#server/providers/mail/create-mailer.ts'
import type { Mail, Mailer, MailSettings } from '#server/providers/mail/mailer.ts'
import { PRODUCT } from '#shared/contract/installation.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
let smtp: SMTPServer
let port: number
const delivered: { to: string[]; source: string }[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('refused')) return done()
      done(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        delivered.push({ to, source: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  port = (smtp.server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await database.close()
})

const mailerOf = (settings: MailSettings, site: Site = { origin: '' }): Mailer =>
  createMailer(settings, {
    db: database.db,
    log: {} as FastifyBaseLogger,
    site,
    secret: 'a secret for tests only',
  })
const smtpMailer = () =>
  mailerOf({ driver: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'Plat <plat@example.com>' })

const mail: Mail = {
  to: 'dana@example.com',
  subject: 'Confirm your email',
  text: 'Open https://plat.example/?auth_token=a-token-of-forty-three-characters-0123456789\n',
  html: '<p>Open <a href="https://plat.example/">this page</a></p>',
}
const UNSUBSCRIBE = { type: 'blast', url: 'https://plat.example/user/unsubscribe/a.b.c' } as const

interface Arrived {
  to: string
  subject: string
  words: string
  headers: Record<string, string>
}

/** Long lines travel with soft breaks. */
const unfolded = (source: string) => source.replace(/=\r\n/g, '').replace(/=3D/g, '=')
const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(source)?.[1]?.replace(/\r\n[ \t]+/g, ' ') ?? ''

const SIDES: [string, () => Mailer, () => Promise<Arrived>][] = [
  [
    'the outbox',
    () => mailerOf({ driver: 'outbox' }),
    async () => {
      const row = await database.db
        .selectFrom('outbox')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const words = `${row.body_text}${row.body_html}`
      return { to: row.recipient, subject: row.subject ?? '', words, headers: row.headers }
    },
  ],
  [
    'SMTP',
    smtpMailer,
    async () => {
      const { to, source } = delivered.at(-1) ?? { to: [], source: '' }
      const names = ['List-Unsubscribe', 'List-Unsubscribe-Post'].filter((name) => headerOf(source, name))
      const headers = Object.fromEntries(names.map((name) => [name, headerOf(source, name)]))
      return { to: to.join(), subject: headerOf(source, 'Subject'), words: unfolded(source), headers }
    },
  ],
]

describe.each(SIDES)('a mail through %s', (_, make, arrived) => {
  it('arrives with its subject, its text and its HTML', async () => {
    const mailer = make()
    await mailer.send(mail)
    const { to, subject, words, headers } = await arrived()
    expect([to, subject, headers]).toEqual([mail.to, mail.subject, {}])
    expect(words).toContain('auth_token=a-token-of-forty-three-characters-0123456789')
    expect(words).toContain('<a href="https://plat.example/">')
    await mailer.close()
  })

  it('offers one-press unsubscribing when it may be unsubscribed from', async () => {
    const mailer = make()
    await mailer.send({ ...mail, unsubscribe: UNSUBSCRIBE })
    expect((await arrived()).headers).toEqual({
      'List-Unsubscribe': `<${UNSUBSCRIBE.url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    await mailer.close()
  })
})

describe('SMTP', () => {
  it('says the sender of the settings', async () => {
    const mailer = smtpMailer()
    await mailer.send(mail)
    expect(headerOf(delivered.at(-1)?.source ?? '', 'From')).toBe('Plat <plat@example.com>')
    await mailer.close()
  })

  it.each([
    [{ sender_name: 'Acre, Inc' }, '"Acre, Inc" <plat@example.com>'],
    [{ sender_address: 'hello@acre.example' }, 'Plat <hello@acre.example>'],
    [{ sender_name: 'Acre', sender_address: 'hello@acre.example' }, 'Acre <hello@acre.example>'],
  ])('says the sender that staff have set: %o', async (set, from) => {
    const mailer = mailerOf(
      { driver: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'Plat <plat@example.com>' },
      { origin: '', installation: async () => ({ ...PRODUCT, ...set }) },
    )
    await mailer.send(mail)
    expect(headerOf(delivered.at(-1)?.source ?? '', 'From')).toBe(from)
    await mailer.close()
  })

  it('that refuses or is gone rejects, and names neither address nor content', async () => {
    const mailer = smtpMailer()
    const refused = await mailer.send({ ...mail, to: 'refused@example.com' }).catch((error: Error) => error)
    expect(refused).toMatchObject({ message: 'The mail server did not take the mail (EENVELOPE 550)' })
    await mailer.close()
    const gone = mailerOf({ driver: 'smtp', url: 'smtp://127.0.0.1:1', from: 'plat@example.com' })
    const error = await gone.send(mail).catch((each: Error) => each)
    expect(String(error)).toContain('The mail server did not take the mail')
    expect(`${error} ${(error as Error).cause ?? ''}`).not.toContain('dana@example.com')
    await gone.close()
  })
})
