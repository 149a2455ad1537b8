/** Who answers questions: named in mails and for the pages, or nobody is. */
import { expect, it } from 'vitest'
import { askSupport } from '#server/core/http/site.ts'
import { EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { readParts } from '#server/settings/read-parts.ts'
import { createReader } from '#server/settings/read-variables.ts'
import { startTestServer } from '#tests/support/server.ts'
import { payerWith, topUp } from './money-world.ts'

const SUPPORT = { email: 'help@example.com', phone: '+1 713 555 0199', hours: 'Weekdays' }
const MAIL = { MAIL_URL: 'smtp://mail.example:587', MAIL_FROM: 'Plat <mail@example.com>' }
const supportOf = (env: Record<string, string>) => readParts(createReader(env, []), []).support

it('is named in the receipt of a payment and in the settings of the pages', async () => {
  const server = await startTestServer({ parts: { ...EMBEDDED_PARTS, support: SUPPORT } })
  const configs = await server.call('GET', '/customer/api/configs')
  expect(configs.body.support).toEqual(SUPPORT)
  const payer = await payerWith(server, 'approved')
  await topUp(server, payer)
  const receipt = () =>
    server.database.db.selectFrom('outbox').selectAll().where('recipient', '=', payer.email).execute()
  await expect
    .poll(async () => JSON.stringify(await receipt()))
    .toContain('If you did not make this payment, write to help@example.com or call +1 713 555 0199 at once.')
  await server.close()
})

it('is the sender of mails unless another is set, and nobody without mails', async () => {
  expect(supportOf({})).toBeUndefined()
  expect(supportOf(MAIL)).toEqual({ email: 'mail@example.com', phone: null, hours: null })
  expect(
    supportOf({
      ...MAIL,
      SUPPORT_EMAIL: SUPPORT.email,
      SUPPORT_PHONE: SUPPORT.phone,
      SUPPORT_HOURS: SUPPORT.hours,
    }),
  ).toEqual(SUPPORT)
  // The help page says what else to do.
  expect(await askSupport({ origin: 'https://plat.example' })).toBe('see https://plat.example/help')
})
