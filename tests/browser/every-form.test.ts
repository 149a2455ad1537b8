/**
 * Every form of the three apps: what is typed is still there after the question that leaving asks, and after the server refuses all
 * of it; the first field in error is marked, described by the answer, and has the focus, and what has no field is said. Sent again,
 * it is on the server, and is asked about no more. Making an offer, linking LLCs, cards, blasts, logins and their second steps,
 * registration, the first setup, an invitation that is accepted and closing an account have journeys of their own. Searches,
 * filters and what is chosen from a list are no forms.
 */
import { sql } from 'kysely'
import type { Locator, Page, Route } from 'playwright'
import { beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { withWorld } from '#tests/support/fixtures.ts'
import { formApps, pressed } from '#tests/support/form-apps.ts'
import type { FormRow } from '#tests/support/form-row.ts'
import { FORM_DATA } from '#tests/support/seller-forms.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
beforeAll(async () => {
  for (const statement of FORM_DATA) await sql.raw(statement).execute(world.server.database.db)
})

const APPS = formApps(world, browser)

describe.each(Object.entries(APPS))('%s', (_, { rows, login, open, openNew, leave }) => {
  let page: Page
  let hasFailed = false
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
    const hasTyped = async () => {
      for (const [label, text] of fields) await expect.poll(() => field(label).inputValue()).toBe(text)
    }
    onTestFailed(() => {
      hasFailed = true
    })
    const reach = async () => {
      await (hasFailed ? openNew : open)(page, at)
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
    await hasTyped()

    if (send) {
      const button = form.getByRole('button', { name: send, exact: true })
      const before = await spoken(page)
      await refused(page, button)
      if (row.again) await pressed(page, row.again)
      else {
        if (row.wrong === null) await isSaid(page, before)
        else await isMarked(field(row.wrong ?? fields[0]?.[0] ?? ''))
        await expect.poll(() => page.getByText(REFUSAL_OF_NO_FIELD).filter({ visible: true }).count()).toBe(1)
        await hasTyped()
        await button.click()
      }
    }
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

const REFUSAL = 'The server refused this.'
const REFUSAL_OF_NO_FIELD = 'The server refused something else.'

/** Pressed while the server names all that was sent as wrong. What only counts or previews is answered. */
async function refused(page: Page, send: Locator): Promise<void> {
  const refuse = async (route: Route) => {
    const request = route.request()
    if (request.method() === 'GET' || /\/(preview|audience)$/.test(request.url())) return route.continue()
    const errors = Object.fromEntries(namesIn(request.postDataJSON()).map((name) => [name, [REFUSAL]]))
    errors.drawn_nowhere = [REFUSAL_OF_NO_FIELD]
    await route.fulfill({ status: 422, json: { message: 'The given data was invalid.', errors } })
  }
  await send.waitFor()
  await page.route('**', refuse)
  try {
    const answered = page.waitForResponse((response) => response.status() === 422)
    await Promise.all([answered, send.click()])
  } finally {
    await page.unroute('**', refuse)
  }
}

/** Of all that is in a body, e.g. `bank` and `bank.holder`. */
function namesIn(body: unknown, within = ''): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => [
    within + name,
    ...namesIn(value, `${within}${name}.`),
  ])
}

/** The field is the first that is marked. */
async function isMarked(field: Locator): Promise<void> {
  const mark = () => field.evaluate(markOf, REFUSAL)
  await expect.poll(mark).toEqual({ isFirst: true, isTold: true, isRed: true, hasFocus: true })
}

/** Runs in the page. */
function markOf(field: Element, text: string) {
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  const messages = described.map((id) => document.getElementById(id))
  const red = (token: string) => {
    const sample = document.body.appendChild(document.createElement('i'))
    sample.style.color = `var(${token})`
    const { color } = getComputedStyle(sample)
    sample.remove()
    return color
  }
  const isRed = (box: Element | null) =>
    box !== null && getComputedStyle(box).borderColor === red('--color-danger')
  // Stars have no border: what is said below them is red.
  const isRedText = (message: Element | null) =>
    message !== null && getComputedStyle(message).color === red('--color-danger-text')
  return {
    isFirst: document.querySelector('[aria-invalid="true"]') === field,
    isTold: messages.some((message) => message?.textContent?.includes(text)),
    isRed: field.role === 'radiogroup' ? messages.some(isRedText) : [field, field.parentElement].some(isRed),
    hasFocus: field.contains(document.activeElement),
  }
}

/** By the form as a whole: no field is marked. */
async function isSaid(page: Page, before: readonly string[]): Promise<void> {
  const newTexts = async () =>
    (await spoken(page)).filter((text) => /\w/.test(text) && !before.includes(text))
  await expect.poll(newTexts).not.toEqual([])
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
}

const spoken = (page: Page) => page.locator('[role="alert"], [role="status"], [aria-live]').allTextContents()
