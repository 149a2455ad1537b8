/** Attaching files in a real browser: chosen, pasted and dropped, one taken back, received at the other side; and once over a lost network and a reload. */
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { PDF } from '#tests/support/uploads.ts'

const { world, browser } = withWorld()
const people: Person[] = []
afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

const picture = (color: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .png()
    .toBuffer()
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(PDF) })

async function visit(path: string, isBuyer: boolean): Promise<Person> {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  if (isBuyer) await logIn(one.context, world)
  await one.page.goto(path)
  return one
}

/** Dana's conversation with Lone Star Dispositions. */
async function dana(): Promise<Page> {
  const { page } = await visit('/messenger', true)
  await openLoneStar(page)
  return page
}

async function openLoneStar(page: Page) {
  await page.getByRole('option', { name: /Lone Star Dispositions/ }).click()
  await page.getByRole('button', { name: 'Attach files' }).waitFor()
}

/** Nora of Lone Star Dispositions, with her conversation with Dana. */
async function nora(): Promise<Page> {
  const { page } = await visit('/seller/?login=seller1', false)
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  return page
}

/** As a person does it with the mouse or the clipboard; a browser lets no script do the real thing. */
const give = (page: Page, kind: 'paste' | 'drop', file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByPlaceholder(/^Type a (message|reply)$/).evaluate(
    (box, { kind, name, mimeType, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], name, { type: mimeType }))
      const common = { bubbles: true, composed: true, cancelable: true }
      if (kind === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: data }))
      else
        for (const event of ['dragenter', 'dragover', 'drop'])
          box.dispatchEvent(new DragEvent(event, { ...common, dataTransfer: data }))
    },
    { kind, name: file.name, mimeType: file.mimeType, bytes: [...file.buffer] },
  )

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').filter({ hasText: name })

/** Holds the uploads of files with this name until it is let go. */
async function hold(page: Page, name: string): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/attachments', async (route) => {
    if (route.request().postDataBuffer()?.includes(name)) await gate
    await route.fallback().catch(() => {})
  })
  return letGo
}

async function journey(from: Page, to: Page, words: string): Promise<void> {
  const letGo = await hold(from, 'plan.pdf')
  await from
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: await picture('#7a5') },
      { name: 'walk.mov', mimeType: 'video/quicktime', buffer: Buffer.from('mov') },
      pdf('contract.pdf'),
    ])
  await row(from, 'walk.mov').getByText('Not added. Messages take JPG, PNG').waitFor()
  await row(from, 'contract.pdf')
    .getByText(/^PDF · /)
    .waitFor()
  await give(from, 'paste', { name: 'kitchen.png', mimeType: 'image/png', buffer: await picture('#57a') })
  await give(from, 'drop', pdf('plan.pdf'))
  await row(from, 'plan.pdf')
    .getByText(/ of |Waiting|Being checked/)
    .waitFor()
  expect(await violationsInBothThemes(from)).toEqual([])
  await from.getByRole('button', { name: 'Dismiss walk.mov' }).click()
  await from.getByRole('button', { name: 'Cancel plan.pdf' }).click()
  letGo()
  await expect.poll(() => row(from, 'plan.pdf').count()).toBe(0)
  const box = from.getByPlaceholder(/^Type a (message|reply)$/)
  await box.fill(words)
  await box.press('Enter')
  expect(await box.inputValue()).toBe('')
  await expect.poll(() => row(from, '').count()).toBe(0)

  await to.getByText(words).first().waitFor()
  const photo = to.getByRole('button', { name: 'Open photo 2 of 2: kitchen.webp' }).last()
  await photo.click()
  await to
    .getByRole('dialog', { name: /kitchen\.webp/ })
    .getByRole('img')
    .waitFor()
  await to.keyboard.press('Escape')
  await to
    .getByRole('button', { name: /^Download contract\.pdf/ })
    .last()
    .waitFor()
  expect(await to.getByRole('button', { name: /plan\.pdf/ }).count()).toBe(0)
}

test('a buyer chooses, pastes and drops files, takes one back, and the seller opens the others', async () => {
  const seller = await nora()
  await journey(await dana(), seller, 'The papers for Bluebonnet')
})

test('a seller attaches files to a reply in the same way, and the buyer opens them', async () => {
  const page = await dana()
  await journey(await nora(), page, 'The plans for Bluebonnet')
})

test('a network that goes away during an upload: after a reload the message arrives once, with its file', async () => {
  const page = await dana()
  let isAway = true
  await page.route(/\/(attachments|text-messages)$/, (route) =>
    isAway && route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
  )
  await page.locator('input[type=file]').setInputFiles(pdf('proof.pdf'))
  await row(page, 'proof.pdf').getByText('Not uploaded. The connection broke off.').waitFor()
  const box = page.getByPlaceholder('Type a message')
  await box.fill('Proof, from the train')
  await box.press('Enter')
  const waiting = page.locator('[data-outgoing=waiting]')
  await waiting.getByText('proof.pdf').waitFor()
  isAway = false
  await page.reload()
  await openLoneStar(page)
  await page.getByRole('button', { name: /^Download proof\.pdf/ }).waitFor()
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
  const { token } = await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()
  const answer = await fetch(`${world.url}/customer/api/customers/1/text-messages?filter[account_id]=1`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = await answer.json()
  const sent = data.filter(
    (each: { calculated_body: string }) => each.calculated_body === 'Proof, from the train',
  )
  expect(
    sent.map(({ attachments }: { attachments: { name: string }[] }) => attachments.map(({ name }) => name)),
  ).toEqual([['proof.pdf']])
  const left = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const asked = indexedDB.open('plat-files')
        asked.onsuccess = () => {
          const count = asked.result.transaction('files').objectStore('files').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  expect(left).toBe(0)
})
