/** Every form of the three apps, refused by the server over all that was sent: the focus goes to the first field in error. */
import { sql } from 'kysely'
import type { Page, Route } from 'playwright'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withWorld } from '#tests/support/fixtures.ts'
import { formApps, pressed } from '#tests/support/form-apps.ts'
import { FORM_DATA } from '#tests/support/seller-forms.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
beforeAll(async () => {
  for (const statement of FORM_DATA) await sql.raw(statement).execute(world.server.database.db)
})

/** Rows without a refusal to see here. */
const LEFT_OUT = new Set([
  // Its button names the number of buyers, and the call that counts them is refused as well.
  'a blast for later',
  // Their forms are there once another one was sent; or they have no field for what an answer names.
  'an objection when staff propose to keep the deposit',
  'the public keys of a site',
  'the launcher of a key',
  'the reason to keep a deposit',
  'the title of a document',
])

describe.each(Object.entries(formApps(world, browser)))('%s', (_, { rows, login, openNew }) => {
  let page: Page
  beforeAll(async () => {
    page = await login()
    await page.getByRole('navigation').first().waitFor()
  })

  test.each(rows.filter(({ name, send, finish }) => send && !finish && !LEFT_OUT.has(name)))(
    '$name',
    async (row) => {
      const { at, open: buttons = [], within, fields, choose, send = '' } = row
      await openNew(page, at)
      for (const name of buttons) await pressed(page, name)
      const form =
        within === 'dialog' ? page.getByRole('dialog').first() : (within?.(page) ?? page.getByRole('main'))
      for (const [label, text] of fields) await form.getByLabel(label).first().fill(text)
      await choose?.(form)
      await page.route('**', refuse)
      onTestFinished(() => page.unroute('**', refuse))
      const answered = page.waitForResponse((response) => response.status() === 422)
      await form.getByRole('button', { name: send, exact: true }).click()
      await answered
      await page.evaluate(drawn)
      expect(await page.evaluate(firstWrong)).toBe(await page.evaluate(focusedWrong))
    },
  )
})

async function refuse(route: Route) {
  if (route.request().method() === 'GET') return route.continue()
  const errors = Object.fromEntries(
    namesIn(route.request().postDataJSON()).map((name) => [name, ['Refused.']]),
  )
  await route.fulfill({ status: 422, json: { message: 'Refused.', errors } })
}

/** Of all that is in a body, e.g. `bank` and `bank.holder`. */
function namesIn(body: unknown, within = ''): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => [
    within + name,
    ...namesIn(value, `${within}${name}.`),
  ])
}

/** Runs in the page. Ends when the answer has been drawn and what follows it has run. */
async function drawn(): Promise<void> {
  for (let frames = 0; frames < 12; frames++)
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
}

/** Runs in the page. The HTML of the first field in error; null without one, e.g. where one message is said about all. */
function firstWrong(): string | null {
  return document.querySelector('[aria-invalid="true"]')?.outerHTML ?? null
}

/** Runs in the page. The same of the one that has the focus. */
function focusedWrong(): string | null {
  return document.activeElement?.matches('[aria-invalid="true"]') ? document.activeElement.outerHTML : null
}
