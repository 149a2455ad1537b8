/** What most browser tests begin with: a demo world and a browser for the file, and a person who has logged in. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launch, type Person, person } from './browser.ts'
import { solveCaptchaAt } from './captcha.ts'
import { startWorld, type TestWorld, type TestWorldSettings } from './world.ts'

/** For all tests of a file: there from its first `beforeAll` on, ended after its last `afterAll`. Call it where the file begins. */
export function withWorld(settings: TestWorldSettings = {}): { world: TestWorld; browser: Browser } {
  const [world, setWorld] = late<TestWorld>('The world')
  const browser = withBrowser()
  let stop = async () => {}
  beforeAll(async () => {
    const started = await startWorld(settings)
    stop = started.stop
    setWorld(started)
  })
  afterAll(() => stop())
  return { world, browser }
}

/** The same without a world. */
export function withBrowser(): Browser {
  const [browser, setBrowser] = late<Browser>('The browser')
  let close = async () => {}
  beforeAll(async () => {
    const launched = await launch()
    close = () => launched.close()
    setBrowser(launched)
  })
  afterAll(() => close())
  return browser
}

/** Opens a page of that world for one person; all of them are closed after each test. */
export function withVisitors({
  world,
  browser,
}: ReturnType<typeof withWorld>): (options?: Parameters<typeof person>[1]) => Promise<Person> {
  const people: Person[] = []
  afterEach(async () => {
    await Promise.all(people.splice(0).map(({ context }) => context.close()))
  })
  return async (options = {}) => {
    const one = await person(browser, { baseURL: world.url, ...options })
    people.push(one)
    return one
  }
}

interface Credentials {
  email: string
  password: string
}

/** Rejects unless the login is accepted. */
export async function logIn(
  context: BrowserContext,
  world: TestWorld,
  who: keyof TestWorld['logins'] | Credentials = 'buyer1',
): Promise<void> {
  const { email, password } = typeof who === 'string' ? world.logins[who] : who
  const recaptcha_token = await solveCaptchaAt(world.url)
  const reply = await context.request.post('/login', { data: { email, password, recaptcha_token } })
  if (!reply.ok()) throw new Error(`The login of ${email} was answered ${reply.status()}.`)
}

/** On the page itself, as the person at it does. */
export async function logOutAndIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
}

/** What seller1 changes by the calls of the seller app; rejects unless it is accepted. */
export async function sellerPut({
  url,
  logins,
}: TestWorld): Promise<(path: string, body: object) => Promise<void>> {
  const json = { 'Content-Type': 'application/json' }
  const { email, password } = logins.seller1
  const send = async (method: string, path: string, body: object, headers = {}) => {
    const given = { method, headers: { ...json, ...headers }, body: JSON.stringify(body) }
    const reply = await fetch(`${url}/account/api/${path}`, given)
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}.`)
    return reply.json()
  }
  const { data } = await send('POST', 'auth/login', { email, password })
  return (path, body) => send('PUT', path, body, { Authorization: `Bearer ${data.token}` })
}

/** The street is given only by the seller, one buyer after the other. */
export async function hideStreet({ server }: TestWorld, property: number): Promise<void> {
  await server.database.db
    .updateTable('properties')
    .set({ is_street_shown: false, address_rule: 'manual' })
    .where('id', '=', property)
    .execute()
}

/** The first listed deal of seller1 on which buyer1 has no offer. */
export async function dealWithoutOffer(world: TestWorld): Promise<number> {
  const { id } = await world.server.database.db
    .selectFrom('properties')
    .innerJoin('account_members', 'account_members.account_id', 'properties.account_id')
    .select('properties.id')
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('status', '=', 0)
    .where('listing', '=', 'listed')
    .where('properties.id', 'not in', (query) =>
      query
        .selectFrom('offers')
        .innerJoin('customers', 'customers.id', 'offers.customer_id')
        .where('customers.email', '=', world.logins.buyer1.email)
        .select('property_id'),
    )
    .orderBy('properties.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** What a file names at its top and has only when its tests begin. */
function late<T extends object>(name: string): [T, (value: T) => void] {
  let value: T | null = null
  const handle = new Proxy({} as T, {
    get(_, key) {
      if (!value) throw new Error(`${name} is there when the tests begin, not before.`)
      const member: unknown = Reflect.get(value, key, value)
      return typeof member === 'function' ? member.bind(value) : member
    },
  })
  return [
    handle,
    (given) => {
      value = given
    },
  ]
}
