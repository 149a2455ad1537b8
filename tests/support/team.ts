/** The first seller of the demo world, colleagues and a buyer, each in another browser. */
import type { Browser, Page } from 'playwright'
import { onTestFinished } from 'vitest'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { person } from './browser.ts'
import type { TestWorld } from './world.ts'

interface Sits {
  page: Page
  pageErrors: string[]
  memberId: number
}

/** Nora Beck, the owner. */
export async function nora(world: TestWorld, browser: Browser, place = ''): Promise<Omit<Sits, 'memberId'>> {
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await page.goto(`/seller/?login=seller1${place}`)
  if (place === '')
    await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().waitFor()
  return { page, pageErrors }
}

/** Somebody who is added to Nora's team, and logs in as she does. */
export async function colleague(
  world: TestWorld,
  browser: Browser,
  { name, role = 'agent' }: { name: string; role?: MemberRole },
): Promise<Sits> {
  const { db } = world.server.database
  const { email, password } = world.logins.seller1
  const { account_id, password_hash, terms_version, terms_accepted_at } = await db
    .selectFrom('account_members')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const theirs = `${name.toLowerCase().replace(/\W/g, '.')}@lonestardispositions.example`
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id, name, email: theirs, role, password_hash, terms_version, terms_accepted_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await page.goto('/seller/')
  await page.getByLabel('Email').fill(theirs)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('list', { name: 'Conversations' }).waitFor()
  return { page, pageErrors, memberId: id }
}

/** Dana Whitfield, on a seller's site with the messenger open at Nora's company. */
export async function dana(world: TestWorld, browser: Browser): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await page.goto('/hosts/strict-csp/')
  await page.getByText('Lone Star Dispositions').first().click()
  await page.getByPlaceholder('Type a message').waitFor()
  return page
}

/** Opens the conversation with a buyer. */
export const openChat = (page: Page, name = 'Dana Whitfield') =>
  page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

/** Everything that this page's browser gets from the server: answers and frames of sockets, in one text. */
export function everythingHeard(page: Page): () => Promise<string> {
  const heard: (string | Promise<string>)[] = []
  page.on('response', (response) => {
    heard.push(
      response.text().then(
        (text) => `${response.url()} ${text}`,
        // Of a redirect, or of a page that was left.
        () => response.url(),
      ),
    )
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
  })
  return async () => (await Promise.all(heard)).join('\n')
}
