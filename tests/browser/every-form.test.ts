/**
 * Every form of the three apps: what is typed is still there after the question that leaving asks, is on the server once the
 * primary button is pressed, and is asked about no more. Making an offer, linking LLCs, cards, blasts, logins and their second steps,
 * registration, the first setup, an invitation that is accepted and closing an account have journeys of their own. Searches,
 * filters and what is chosen from a list are no forms.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { withWorld } from '#tests/support/fixtures.ts'
import { formApps, pressed } from '#tests/support/form-apps.ts'
import type { FormRow } from '#tests/support/form-row.ts'
import { FORM_DATA } from '#tests/support/seller-forms.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
beforeAll(async () => {
  for (const statement of FORM_DATA) await sql.raw(statement).execute(world.server.database.db)
})

const APPS = formApps(world, browser)

describe.each(Object.entries(APPS))('%s', (_, { rows, login, open, leave }) => {
  let page: Page
  beforeAll(async () => {
    page = await login()
  })

  test.each(rows)('$name', async (row) => {
    const { at, open: buttons = [], within, fields, choose, leaving, send, finish, read, is } = row
    const dialog = page.getByRole('dialog')
    const isDialog = within === 'dialog'
    const form = isDialog ? dialog.first() : (within?.(page) ?? page.getByRole('main'))
    const field = (label: string | RegExp) => form.getByLabel(label).first()
    const goAway = () => (isDialog ? page.keyboard.press('Escape') : leave(page))
    const question = page.getByRole('dialog', { name: /^(Leave without saving|Discard what you typed\?)$/ })
    const stay = question.getByRole('button', { name: /^(Stay|Keep editing)$/ })
    const reach = async () => {
      await open(page, at)
      for (const name of buttons) await pressed(page, name)
    }

    await reach()
    for (const [label, text] of fields) await field(label).fill(text)
    await choose?.(form)
    await goAway()
    if (leaving) await field(fields[0]?.[0] ?? '').waitFor({ state: 'hidden' })
    else await stay.click()
    if (leaving === 'saved') await expect.poll(() => valueIn(read, page)).toEqual(is)
    if (row.opensAgain) await open(page, at)
    else if (leaving) await reach()
    for (const [label, text] of fields) await expect.poll(() => field(label).inputValue()).toBe(text)

    if (send) await form.getByRole('button', { name: send, exact: true }).click()
    await finish?.(page, world)
    await expect.poll(() => valueIn(read, page)).toEqual(is)
    const isAsked = async () => {
      if ((await dialog.count()) > 0) await page.keyboard.press('Escape')
      else await leave(page)
      // It closes by itself when the answer comes.
      const asked = await stay.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click()
        return buttons.length > 0
      })
      return asked || (await dialog.count()) > 0
    }
    // The answer comes after the server has it.
    await expect.poll(isAsked).toBe(false)
  })
})

async function valueIn(read: FormRow['read'], page: Page): Promise<unknown> {
  if (typeof read === 'function') return read(page, world)
  const { rows } = await sql.raw<Record<string, unknown>>(read).execute(world.server.database.db)
  return Object.values(rows[0] ?? {})[0]
}
