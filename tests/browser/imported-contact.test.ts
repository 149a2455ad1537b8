/** Somebody without an account asks what companies keep about their address, stops emails and texts, and erases it. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

const EMAIL = 'ann@contacts.example'
const rows = () =>
  world.server.database.db.selectFrom('account_buyers').selectAll().where('email', '=', EMAIL).execute()

test('an address is typed, the mail is opened, and two presses stop and erase', async () => {
  const proof = { how: 'form on our site', at: '2026-03-01', by: null }
  await world.server.database.db
    .insertInto('account_buyers')
    .values({
      account_id: 1,
      email: EMAIL,
      name: 'Ann Holloway',
      phone: '+17132840142',
      source: 'import',
      has_consent: true,
      consents: JSON.stringify({ email: proof }),
    })
    .execute()
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/user/unsubscribe')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('a link is on its way').waitFor()
  await page.goto(await linkTo(world.url, EMAIL, '/user/unsubscribe/'))
  await page.getByRole('heading', { level: 1, name: 'What companies keep about you' }).waitFor()
  const company = page.getByRole('listitem').filter({ hasText: 'Lone Star Dispositions' })
  await company.getByText('Ann Holloway · (713) 284-0142').waitFor()
  await company.getByText('Emails: they say you agreed, Mar 1, 2026: form on our site').waitFor()
  expect(await rows()).toMatchObject([{ has_consent: true }])
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Stop all emails and texts' }).click()
  await page.getByText('Companies on this site no longer email or text you').waitFor()
  expect(await rows()).toMatchObject([{ has_consent: false, consents: {} }])
  await page.reload()
  await company.getByText('Emails: stopped').waitFor()

  await page.getByRole('button', { name: 'Erase my data' }).click()
  const question = page.getByRole('dialog', { name: 'Erase your data' })
  expect(await rows()).toHaveLength(1)
  await question.getByRole('button', { name: 'Erase my data' }).click()
  await page.getByText('What companies imported about you is erased.').waitFor()
  expect(await rows()).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
})
