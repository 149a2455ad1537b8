/** The profile in a real browser over the real server: every partition, its forms, and what is not saved. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { PARTITIONS, partitionPath } from '#marketplace/buyer/app/partitions.ts'
import { axe } from '#tests/support/axe.ts'
import { holdBack, NARROW, type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { codeTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

type Options = Parameters<typeof person>[1]

/** Logged in as the first buyer, with the question about consent answered. */
async function buyer(options: Options = {}): Promise<Person> {
  const one = await visitor(options)
  await logIn(one.context, world)
  return one
}

async function visitor(options: Options = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  return one
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the list of partitions shows where one is in a low window and on a phone, and what is in them', async () => {
  for (const viewport of [
    { width: 1280, height: 560 },
    { width: 320, height: 640 },
  ]) {
    const { page } = await buyer({ viewport })
    await page.goto('/profile/favourites')
    await heading(page, 'Favorites').waitFor()
    const nav = page.getByRole('navigation', { name: 'Profile' })
    await page.goto('/profile/billing')
    await heading(page, 'Billing').waitFor()
    const isSeen = await nav.evaluate((list) => {
      const [frame, here] = [list, list.querySelector('[aria-current]') ?? list].map((one) =>
        one.getBoundingClientRect(),
      )
      if (!frame || !here) return false
      const isAcross = here.left >= frame.left - 1 && here.right <= frame.right + 1
      return (
        isAcross && here.top >= frame.top - 1 && here.bottom <= Math.min(frame.bottom, window.innerHeight) + 1
      )
    })
    expect(isSeen, `at ${viewport.width} px`).toBe(true)
    if (viewport.width < 1280) continue
    await expect.poll(() => nav.getByRole('link', { name: /^Requests/ }).textContent()).toBe('Requests1')
    await expect.poll(() => nav.getByRole('link', { name: /^Offers/ }).textContent()).toBe('Offers2')
    for (const [path, title] of [
      ['favourites', 'No favorites yet'],
      ['saved-searches', 'No saved searches yet'],
    ] as const) {
      await page.goto(`/profile/${path}`)
      await page.getByRole('heading', { name: title }).waitFor()
      const way = page.getByRole('main').getByRole('link', { name: 'Browse deals' })
      expect(await way.getAttribute('href')).toBe('/deals')
    }
  }
})

test('a list with nothing in it says what will be there and has one way to fill it', async () => {
  const { page, context } = await visitor()
  await logIn(context, world, 'buyer3')
  const { db } = world.server.database
  const own = db.selectFrom('customers').select('id').where('email', '=', world.logins.buyer3.email)
  await db
    .updateTable('proofs_of_funds')
    .set({ deleted_at: new Date() })
    .where('customer_id', 'in', own)
    .execute()
  const main = page.locator('main')
  const way = {
    // What a new buyer is asked first may lie over the page.
    browse: main.getByRole('link', { name: 'Browse deals', includeHidden: true }),
    card: main.getByRole('button', { name: 'Add card', includeHidden: true }),
    upload: main.getByRole('button', { name: /^Choose/, includeHidden: true }),
  }
  for (const [path, title, fills] of [
    ['reviews', 'No reviews about you yet', way.browse],
    ['reviews?tab=written', 'No reviews written yet', way.browse],
    ['documents', 'No proofs of funds yet', way.upload],
    ['billing', 'No cards yet', way.card],
  ] as const) {
    await page.goto(`/profile/${path}`)
    await main.getByRole('heading', { name: title, includeHidden: true }).waitFor({ state: 'attached' })
    await expect.poll(() => fills.count()).toBe(1)
  }
})

test('every partition opens with its title, and on a phone in the dark axe finds nothing', async () => {
  const { page, pageErrors } = await buyer({ viewport: NARROW, colorScheme: 'dark' })
  const found: string[] = []
  await page.goto('/profile')
  for (const partition of PARTITIONS) {
    await page.locator(`nav[aria-label="Profile"] a[href="${partitionPath(partition)}"]`).click()
    await heading(page, partition.title).waitFor()
    expect(await page.title()).toContain(`${partition.title} · Plat`)
    await expect.poll(() => page.locator('main [role=status]', { hasText: 'Loading' }).count()).toBe(0)
    const { violations } = await axe(page).include('main').analyze()
    found.push(
      ...violations.map(({ id, nodes }) => `${partition.name}: ${id} at ${nodes[0]?.target.join(' ')}`),
    )
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) found.push(`${partition.name}: ${overflow} px too wide`)
  }
  expect(found).toEqual([])
  expect(pageErrors).toEqual([])
})

test('the list of partitions is whole in a window of 1280 by 800', async () => {
  const { page } = await buyer({ viewport: { width: 1280, height: 800 } })
  await page.goto('/profile/billing')
  const nav = page.getByRole('navigation', { name: 'Profile' })
  await nav.waitFor()
  expect(await nav.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
  await nav.getByText('Dana Whitfield').waitFor()
})

test('a partition that does not exist is the 404 page inside the layout', async () => {
  const { page } = await buyer()
  await page.goto('/profile/nothing')
  await heading(page, 'Page Not Found').waitFor()
  await page.getByText('Page not found: /profile/nothing').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
})

test('a partition whose code does not come says so beside the others, and comes with another try', async () => {
  const { page } = await buyer()
  await page.route('**/assets/security-partition-*.js', (route) => route.abort())
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('This part could not be shown.').waitFor()
  await page.unroute('**/assets/security-partition-*.js')
  await press(page, 'Try again')
  await page.getByRole('heading', { name: 'Where you are logged in' }).waitFor()
})

test('details are saved, said, and there after a reload; a wrong field has the focus', async () => {
  const { page } = await buyer()
  await page.goto('/profile/personal')
  await page.getByLabel('Company').fill('Whitfield Holdings')
  // There is one language, so there is nothing to choose.
  expect(await page.getByLabel(/language/i).count()).toBe(0)
  await page.getByLabel('Time zone').selectOption('America/Chicago')
  await page.getByText('Duplex', { exact: true }).click()
  await press(page, 'Save changes')
  await page.getByText('Personal details saved').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Whitfield Holdings')
  await expect.poll(() => page.getByRole('checkbox', { name: 'Duplex' }).isChecked()).toBe(true)

  await page.getByLabel('First name').fill('')
  await press(page, 'Save changes')
  await page.getByText('Enter your first name.').waitFor()
  await expect
    .poll(() => page.getByLabel('First name').evaluate((field) => field === document.activeElement))
    .toBe(true)
})

test('unsaved input is asked about once: by a link and by Back', async () => {
  const { page } = await buyer()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Personal details' }).click()
  await page.getByLabel('About you').fill('Buys on the north side.')

  const question = page.getByRole('dialog', { name: 'Leave without saving' })
  await page.getByRole('link', { name: 'Phones' }).click()
  await question.waitFor()
  await press(page, 'Stay')
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await question.waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile/personal')
  await press(page, 'Stay')
  expect(await page.getByLabel('About you').inputValue()).toBe('Buys on the north side.')

  await page.goBack()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await heading(page, 'Profile').waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.getByRole('link', { name: 'Phones' }).click()
  await heading(page, 'Phones').waitFor()
  expect(await question.count()).toBe(0)
})

/** Opens personal details and types, while the code of the question on leaving is on its way. */
async function typedBeforeTheQuestion(page: Page, text: string) {
  const letGo = await holdBack(page, '**/assets/background-parts-*.js')
  await page.goto('/profile/wallet')
  await page.getByRole('link', { name: 'Personal details' }).click()
  await page.getByLabel('About you').fill(text)
  return letGo
}

test.each([
  ['a link', (page: Page) => page.getByRole('link', { name: 'Phones' }).click(), 'Phones'],
  ['Back', (page: Page) => page.evaluate(() => history.back()), 'Wallet'],
] as const)('%s that is pressed before the question has been fetched waits for it', async (_, press, to) => {
  const { page } = await buyer()
  const letGo = await typedBeforeTheQuestion(page, 'Buys on the south side.')
  await press(page)
  letGo()
  const question = page.getByRole('dialog', { name: 'Leave without saving' })
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('About you').inputValue()).toBe('Buys on the south side.')
  expect(new URL(page.url()).pathname).toBe('/profile/personal')
  await press(page)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await heading(page, to).waitFor()
})

test('closing and reloading the tab is asked about before the question has been fetched', async () => {
  const { page } = await buyer()
  await typedBeforeTheQuestion(page, 'Buys on the west side.')
  const asked = page.waitForEvent('dialog')
  const left = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  expect(await page.getByLabel('About you').inputValue()).toBe('Buys on the west side.')
})

test('a phone is added, confirmed with the code that was texted, made the default and deleted', async () => {
  const { page } = await buyer()
  await page.goto('/profile/phones')
  await press(page, 'Add phone')
  await page.getByLabel('Phone number').pressSequentially('8325550')
  await page.getByLabel('Phone number').fill('+1 832.284.0177')
  expect(await page.getByLabel('Phone number').inputValue()).toBe('(832) 284-0177')
  await press(page, 'Add and text me a code')
  const code = page.getByLabel('Code texted to (832) 284-0177')
  await code.waitFor()
  const right = await codeTo(world.url, '+18322840177')
  await code.fill(right === '111111' ? '222222' : '111111')
  await page.getByText(/That code is not right/).waitFor()
  await code.fill(right)
  await page.getByText('Phone confirmed').waitFor()

  const phones = page.getByRole('main').getByRole('listitem')
  const row = phones.filter({ hasText: '(832) 284-0177' })
  await row.getByRole('button', { name: 'Make default' }).click()
  await row.getByText('Default', { exact: true }).waitFor()
  const former = phones.filter({ hasText: '(713) 284-0142' })
  await former.getByRole('button', { name: 'Make default' }).waitFor()

  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete (832) 284-0177' })
  await question.getByText(/Make another one the default first/).waitFor()
  expect(await question.getByRole('button', { name: 'Delete phone' }).isDisabled()).toBe(true)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await former.getByRole('button', { name: 'Make default' }).click()
  await former.getByText('Default', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await question.getByRole('button', { name: 'Delete phone' }).click()
  await row.waitFor({ state: 'detached' })
})

test('an email address is changed with another code, which can be asked for after half a minute', async () => {
  const { page } = await buyer()
  await page.clock.install()
  await page.goto('/profile/personal')
  await press(page, 'Change email')
  await page.getByLabel('New email').fill('moved@example.com')
  await press(page, 'Send the code')
  await page.getByText(/Send another code in \d+ s/).waitFor()
  const { email } = world.logins.buyer1
  const codes = async () => {
    const { messages } = await (await fetch(`${world.url}/demo/outbox.json?to=${email}`)).json()
    return messages.filter(({ code }: { code: string | null }) => code !== null).length
  }
  await expect.poll(codes).toBe(1)
  // Half a minute passes for the page and for the server.
  const { db } = world.server.database
  await db
    .updateTable('verification_codes')
    .set({ sent_at: new Date(Date.now() - 31_000) })
    .execute()
  await page.clock.fastForward(31_000)
  await press(page, 'Send another code')
  await expect.poll(codes).toBe(2)
  await page.getByLabel(/^Code to change your email/).fill(await codeTo(world.url, email))
  await page.getByText('moved@example.com').waitFor()
  // The other tests log in with it.
  await db.updateTable('customers').set({ email }).where('email', '=', 'moved@example.com').execute()
})

test('another device is logged out from the list of sessions', async () => {
  const here = await buyer()
  const there = await buyer()
  await there.page.goto('/profile')
  await heading(there.page, 'Profile').waitFor()
  await here.page.goto('/profile/security')
  await press(here.page, 'Log out others')
  const question = here.page.getByRole('dialog', { name: 'Log out every other device' })
  await question.getByRole('button', { name: 'Log out others' }).click()
  await question.waitFor({ state: 'detached' })
  await expect
    .poll(() => here.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count())
    .toBe(1)
  expect((await here.context.request.get('/customer/api/auth/user')).status()).toBe(200)
  expect((await there.context.request.get('/customer/api/auth/user')).status()).toBe(401)
})

test('a buyer downloads everything in one file, with when staff looked at it; a server that is away is said', async () => {
  const staff = await visitor()
  await staff.page.goto('/admin/')
  await staff.page.getByLabel('Email').fill('avery@plat.example')
  await staff.page.getByLabel('Password').fill('plat-staff-1')
  await press(staff.page, 'Log in')
  await press(staff.page, 'Buyers')
  await staff.page.getByLabel('Name or email').fill('Dana Whitfield')
  await press(staff.page, 'Search')
  await staff.page.getByText('Dana Whitfield').first().waitFor()
  await press(staff.page, 'Log')
  const reads = staff.page.getByLabel('Show which buyers’ records staff looked at')
  await staff.page.getByText('Logged in').first().waitFor()
  expect(await staff.page.getByText('Saw the name and email of a buyer').count()).toBe(0)
  await reads.check()
  await staff.page.getByText('Saw the name and email of a buyer').first().waitFor()

  const { page } = await buyer()
  await page.goto('/profile/privacy')
  const coming = page.waitForEvent('download')
  await press(page, 'Export my data')
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^plat-data-\d+\.zip$/)
  await page.getByText('The file is in your downloads.').waitFor()
  const files = unzipSync(await readFile(await download.path()))
  const textOf = (name: string) => new TextDecoder().decode(files[name])
  expect(JSON.parse(textOf('data/profile.json'))).toMatchObject({ name: 'Dana Whitfield' })
  expect(JSON.parse(textOf('data/log.json'))).toContainEqual(
    expect.objectContaining({ by: 'staff', action: 'customer.read' }),
  )
  const index = await (await browser.newContext()).newPage()
  await index.setContent(textOf('index.html'))
  await index.getByRole('link', { name: 'data/messages.json' }).waitFor()
  await index.context().close()

  await page.route('**/auth/export.zip', (route) => route.abort())
  await press(page, 'Export my data')
  await page.getByRole('alert').filter({ hasText: 'Plat cannot be reached.' }).waitFor()
})

test('a visitor of the former profile page sees the way to log in and nothing else', async () => {
  const { page } = await visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/profile_prev')
  await page.getByText('Log in to see your profile.').waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /geotags|smart-buy-box|auth\/user/.test(path))).toEqual([])
})
