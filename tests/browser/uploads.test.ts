/** Files in real browsers: progress, cancel, a connection that breaks off, what is refused in which words, drop and paste, opening. */
import type { Download, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { type CutLine, startCutLine } from '#tests/support/cut-line.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { PDF, PNG } from '#tests/support/uploads.ts'

const MEGABYTE = 1024 * 1024
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
let line: CutLine
const people: Person[] = []

beforeAll(async () => {
  line = await startCutLine(world.url, (head) => head.startsWith('POST /customer/api/proof-of-funds'))
})
afterEach(async () => {
  line.hold(null)
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})
afterAll(async () => {
  await browser?.close()
  await line?.close()
  await world?.stop()
})

interface Open {
  page: Page
  field: Locator
  /** What is uploaded already. */
  list: Locator
  choose(...files: { name: string; buffer: Buffer }[]): Promise<void>
}

async function documentsOf(key: 'buyer1' | 'buyer2'): Promise<Open> {
  const one = await person(browser, { baseURL: line.url })
  people.push(one)
  await logIn(one.context, world, key)
  await one.page.goto('/profile/documents')
  const list = one.page.getByRole('list', { name: 'Your proofs of funds' })
  await list.waitFor()
  const field = one.page.getByRole('group', { name: 'Upload a proof of funds' })
  return {
    page: one.page,
    field,
    list,
    choose: (...files) =>
      field
        .getByLabel('Upload a proof of funds: file', { exact: true })
        .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' }))),
  }
}

/** A PDF of this size: what stands before the end mark is padding. */
const pdfOf = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes, 32), Buffer.from('\n%%EOF\n')])
/** Stands in the row of what is stored. */
const openerOf = (list: Locator, file: string) =>
  list.getByRole('link', { name: `Download ${file} (opens in a new tab)` })
const named = (text: string) => ({ name: text })

const storedOf = async (key: 'buyer1' | 'buyer2', name: string) =>
  world.server.database.db
    .selectFrom('proofs_of_funds')
    .innerJoin('customers', 'customers.id', 'proofs_of_funds.customer_id')
    .select('file_name')
    .where('customers.email', '=', world.logins[key].email)
    .where('file_name', '=', name)
    .execute()

test('an upload shows how far it is, is cancelled, breaks off, and is tried again without a second copy', async () => {
  const { field, list, choose } = await documentsOf('buyer1')
  const large = { name: 'statement.pdf', buffer: pdfOf(14 * MEGABYTE) }
  const row = field.getByRole('listitem').filter({ hasText: large.name })
  const share = async () => Number(await row.getByRole('progressbar').getAttribute('aria-valuenow'))
  line.hold(0.6 * large.buffer.length)

  await choose(large)
  // How much more than the line lets through stands in the system's own buffers is the system's affair.
  await expect.poll(share).toBeGreaterThan(30)
  await row.getByRole('button', named('Cancel statement.pdf')).click()
  await row.waitFor({ state: 'detached' })
  expect(await storedOf('buyer1', large.name)).toEqual([])

  await choose(large)
  await expect.poll(share).toBeGreaterThan(30)
  // Another file is not held up, and what it shows is asked for.
  await choose({ name: 'letter.png', buffer: PNG })
  await openerOf(list, 'letter.png').waitFor()
  await list.getByRole('form', named('Details of letter.png')).waitFor()
  line.cut()
  await row.getByText('The connection broke off. Nothing was stored: try again.').waitFor()
  expect(await storedOf('buyer1', large.name)).toEqual([])

  line.hold(null)
  await row.getByRole('button', named('Try again: statement.pdf')).click()
  await openerOf(list, 'statement.pdf').waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await storedOf('buyer1', large.name)).toHaveLength(1)
})

test('what is refused says why in its row, and the page has nothing against it in either theme', async () => {
  const { page, field, choose } = await documentsOf('buyer2')
  await choose(
    { name: 'fake.pdf', buffer: Buffer.from('<html>not a PDF</html>') },
    { name: 'huge.pdf', buffer: pdfOf(16 * MEGABYTE) },
  )
  const rows = field.getByRole('listitem')
  await rows
    .getByText('Upload failed with status 422. This file is called PDF but is something else.')
    .waitFor()
  const huge = rows.filter({ hasText: 'huge.pdf' })
  await huge.getByText('This file is larger than 15 MB.').waitFor()
  expect(await huge.getByRole('button', named('Try again: huge.pdf')).count()).toBe(0)
  expect(await violationsInBothThemes(page, 'main')).toEqual([])
  await huge.getByRole('button', named('Dismiss huge.pdf')).click()
  await expect.poll(() => rows.count()).toBe(1)
})

test('files are dropped and pasted, described, replaced, opened in a new tab and deleted', async () => {
  const { page, field, list } = await documentsOf('buyer2')
  await give(field, 'drop', 'dropped.png')
  await openerOf(list, 'dropped.png').waitFor()
  await field.getByRole('button', { name: /^Choose a file/ }).focus()
  await give(field.getByRole('button', { name: /^Choose a file/ }), 'paste', 'pasted.png')
  await openerOf(list, 'pasted.png').waitFor()

  const form = list.getByRole('form', named('Details of pasted.png'))
  await form.getByLabel('Amount it shows').fill('250k')
  await form.getByLabel('Bank').fill('Prairie Bank')
  await form.getByRole('button', named('Save')).click()
  const pasted = list.getByRole('listitem').filter({ hasText: 'pasted.png' })
  await pasted.getByText('$250,000').waitFor()

  await pasted.getByRole('button', named('Replace pasted.png')).click()
  await pasted
    .getByLabel('In place of pasted.png: file', { exact: true })
    .setInputFiles({ name: 'newer.pdf', mimeType: 'application/pdf', buffer: PDF })
  const newer = list.getByRole('listitem').filter({ hasText: 'newer.pdf' })
  await newer.getByText('Prairie Bank').waitFor()
  await pasted.waitFor({ state: 'detached' })

  // A tab that only saves a file is gone at once; the browser tells it of one or the other.
  const saved = new Promise<Download>((resolve) => {
    page.on('download', resolve)
    page.context().on('page', (tab) => tab.on('download', resolve))
  })
  await openerOf(list, 'newer.pdf').click()
  expect((await saved).suggestedFilename()).toBe('newer.pdf')

  await newer.getByRole('button', named('Delete newer.pdf')).click()
  await page.getByRole('dialog').getByRole('button', named('Delete')).click()
  await newer.waitFor({ state: 'detached' })
})

test('a file that waits for its virus scan says that it is being checked, and cannot be opened', async () => {
  const { page, list, choose } = await documentsOf('buyer2')
  const gate = world.server.parts.uploadGate
  const { admit } = gate
  gate.admit = async () => ({ isQuarantined: true })
  await choose({ name: 'waiting.pdf', buffer: PDF })
  const row = list.getByRole('listitem').filter({ hasText: 'waiting.pdf' })
  await row.getByText('Being checked').waitFor()
  gate.admit = admit
  expect(await openerOf(list, 'waiting.pdf').count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])
})

/** As a person's hand would: the browser makes the event of the file. */
const give = (target: Locator, how: 'drop' | 'paste', name: string) =>
  target.evaluate(
    (element, { kind, fileName, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], fileName, { type: 'image/png' }))
      const shared = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      )
    },
    { kind: how, fileName: name, bytes: [...PNG] },
  )
