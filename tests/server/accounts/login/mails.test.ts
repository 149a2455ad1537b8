import { describe, expect, it } from 'vitest'
import { createMails, type Mails } from '#server/accounts/login/mails.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import type { Parts } from '#server/providers/providers.ts'

const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} }
const mails = createMails({
  db: {} as Database,
  parts: { mailer } as unknown as Parts,
  site: { origin: 'https://plat.example' },
})

const DANA = { email: 'dana@example.com', first_name: 'Dana', name: 'Dana Whitfield' }
const code = '012345'
const token = 'a_token-'

async function written(write: (all: Mails) => Promise<void>): Promise<Mail> {
  await write(mails)
  const mail = sent.pop()
  if (!mail) throw new Error('Nothing was sent.')
  return mail
}

const LINK = `https://plat.example/?email_confirm=1&auth_token=${token}`

describe('a mail about an account', () => {
  it.each<[string, (all: Mails) => Promise<void>, string[]]>([
    [
      'confirmation',
      (all) => all.confirmation(DANA, { token, code }),
      [LINK, code, '24 hours', '10 minutes'],
    ],
    ['loginCode', (all) => all.loginCode(DANA, { code }), [code, '10 minutes']],
    [
      'recovery',
      (all) => all.recovery(DANA, { token, returnTo: '/' }),
      [`https://plat.example/reset-password/${token}`, '60 minutes'],
    ],
    ['passwordChanged', (all) => all.passwordChanged(DANA), ['https://plat.example/login']],
    ['actionCode', (all) => all.actionCode(DANA, { code }), [code]],
    [
      'unsubscribeLink',
      (all) => all.unsubscribeLink(DANA, { token }),
      [`https://plat.example/user/unsubscribe/${token}`, '180 days'],
    ],
    ['accountDeleted', (all) => all.accountDeleted(DANA), ['deleted']],
  ])('%s says the same as text and as HTML', async (_, write, words) => {
    const mail = await written(write)
    expect(mail.to).toBe(DANA.email)
    expect(mail.subject).not.toBe('')
    for (const word of ['Hello Dana,', ...words]) {
      expect(mail.text).toContain(word)
      expect(mail.html).toContain(word.replaceAll('&', '&amp;'))
    }
    expect(mail.unsubscribe).toBeUndefined()
  })

  it.each([
    'Claim it at www.evil.example',
    'evil.example',
    'https://evil.example',
    'Dana\nYour account is locked',
    'Dana \u202Eelpmaxe',
  ])('greets nobody by %j, which anybody may have typed', async (first_name) => {
    const mail = await written((all) => all.confirmation({ ...DANA, first_name }, { token, code }))
    expect(mail.text).toMatch(/^Hello,\n/)
    expect(mail.text + mail.html).not.toContain('evil')
  })

  it.each(['J. R.', "D'Angelo", 'María José', 'Smith-Jones Jr.'])('greets %s', async (first_name) => {
    const mail = await written((all) => all.loginCode({ ...DANA, first_name }, { code }))
    expect(mail.text).toMatch(new RegExp(`^Hello ${first_name},`))
  })

  it('about a changed address goes to the former one and does not give the new one away', async () => {
    const mail = await written((all) => all.emailChanged(DANA, { formerEmail: 'former@example.com' }))
    expect(mail.to).toBe('former@example.com')
    expect(mail.text).toContain('d•••@example.com')
    expect(mail.text + mail.html).not.toContain(DANA.email)
  })

  it('greets who has no name all the same', async () => {
    const mail = await written((all) => all.loginCode({ email: 'x@example.com', name: ' ' }, { code }))
    expect(mail.text).toMatch(/^Hello,\n/)
  })

  it('holds no HTML of a name', async () => {
    const name = '<img src=x onerror="alert(1)">'
    const mail = await written((all) => all.loginCode({ ...DANA, first_name: name }, { code }))
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img')
  })

  it('uses the address the server has by the time it is written', async () => {
    const site = { origin: '' }
    const early = createMails({ db: {} as Database, parts: { mailer } as unknown as Parts, site })
    site.origin = 'https://later.example'
    const mail = await written(() => early.recovery(DANA, { token, returnTo: '/' }))
    expect(mail.text).toContain('https://later.example/reset-password/')
  })
})
