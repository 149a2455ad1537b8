/** The pages behind the embedded parts in a real browser: the outbox follows by itself, and every page can be read by everybody. */
import { beforeAll, describe, expect, test } from 'vitest'
import { axe } from '#tests/support/axe.ts'
import { NARROW, WIDE } from '#tests/support/browser.ts'
import { withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0 })
beforeAll(async () => {
  await world.server.database.db
    .insertInto('identity_checks')
    .values({ customer_id: 1, provider: 'embedded', external_id: 'a-check', status: 'started' })
    .execute()
})

const visitor = withVisitors({ world, browser })

const send = (recipient: string, body_text: string) =>
  world.server.database.db
    .insertInto('outbox')
    .values({ channel: recipient.startsWith('+') ? 'sms' : 'mail', recipient, body_text })
    .execute()

test('the outbox shows what is sent while it is open, newest first, and copies its code', async () => {
  const { page, pageErrors } = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/demo/outbox')
  await page.getByText('Nothing was sent yet.').waitFor()
  await send('ann@example.com', 'Your code is 482913.\n<img src=x onerror=alert(1)>')
  const first = page.getByRole('article').first()
  await first.getByText('ann@example.com').waitFor()
  expect(await page.getByRole('status').textContent()).toBe('New message to ann@example.com')
  await first.getByRole('button', { name: 'Copy code' }).click()
  await first.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('482913')
  await expect.poll(() => first.locator('img').count()).toBe(0)

  await send('+17132840142', 'Plat code: 118204')
  await page.getByRole('article').nth(1).waitFor()
  await expect.poll(() => first.textContent()).toContain('+17132840142')
  await page.getByLabel('Sent to').fill('ann@')
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.reload()
  await page.getByText('Your code is 482913.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  expect(pageErrors).toEqual([])
})

test('a text message is answered in the outbox, and the answer comes back', async () => {
  const { page } = await visitor()
  await send('+18322840117', 'New deals in your buy box')
  await page.goto('/demo/outbox?to=8322840117')
  await page.getByLabel('Answer as +18322840117').fill('HELP')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
})

const PAGES = [
  ['the outbox', () => '/demo/outbox', 'Outbox'],
  ['the identity check', () => '/identity/a-check', 'Identity check'],
  ['Plat ID', () => `/demo/openid/authorize?${openIdRequest()}`, 'Log in with Plat ID'],
] as const

describe.each([
  { name: 'light and wide', colorScheme: 'light', viewport: WIDE },
  { name: 'dark and narrow', colorScheme: 'dark', viewport: NARROW },
] as const)('axe finds nothing, $name', ({ colorScheme, viewport }) => {
  test.each(PAGES)('on %s', async (_name, path, heading) => {
    await send('ann@example.com', `Open ${world.url}/?auth_token=${'x'.repeat(80)}`)
    const { page } = await visitor({ colorScheme, viewport })
    await page.goto(path())
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    if (heading === 'Outbox') await page.getByRole('article').first().waitFor()
    const { violations } = await axe(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

function openIdRequest() {
  return new URLSearchParams({
    client_id: 'plat-demo',
    response_type: 'code',
    scope: 'openid',
    nonce: 'n',
    state: 'plat-id.1',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    redirect_uri: `${world.url}/login`,
  })
}
