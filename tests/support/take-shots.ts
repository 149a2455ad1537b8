/**
 * `npm run shots`: pictures of every state of accounts and buy boxes, wide and narrow, light and dark, in tests/browser/shots, to be
 * looked at beside the drawings. Nothing is compared: fonts and edges differ between machines.
 * `npm run shots -- pages [full|empty|away] [part of a page's name] [--looks 1280-dark,zoom-light] [--folder path]`: every page of the
 * three apps in sheets, at every width and theme of shoot-pages.ts or at those that are named.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { PARTITIONS, partitionPath } from '#marketplace/buyer/app/partitions.ts'
import { launch, NARROW, person, WIDE } from './browser.ts'
import { solveCaptchaAt } from './captcha.ts'
import { isPagesState } from './open-pages.ts'
import { LOOKS, shootPages } from './shoot-pages.ts'
import { startWorld, type TestWorld } from './world.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    looks: { type: 'string', default: LOOKS.join() },
    folder: { type: 'string', default: fileURLToPath(new URL('../browser/shots/', import.meta.url)) },
  },
})
const FOLDER = `${resolve(values.folder)}/`

interface Shot {
  name: string
  path: string
  who?: 'buyer1' | 'buyer3'
  /** From the page that has loaded to the state. */
  reach?: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const type = (page: Page, box: string, text: string) =>
  page.getByRole('combobox', { name: box }).first().fill(text)
const options = (page: Page) => page.getByRole('option').first().waitFor()

const SHOTS: readonly Shot[] = [
  { name: 'home-visitor', path: '/' },
  { name: 'home-user', path: '/', who: 'buyer1' },
  { name: 'login', path: '/login' },
  { name: 'login-dialog', path: '/property/1?login=true' },
  { name: 'login-refused', path: '/login', reach: (page) => press(page, 'Log in') },
  { name: 'login-expired-link', path: '/?email_confirm=1&auth_token=gone' },
  { name: 'register', path: '/register' },
  { name: 'register-refused', path: '/register', reach: (page) => press(page, 'Create account') },
  { name: 'reset-link-gone', path: '/reset-password/gone' },
  { name: 'unsubscribe', path: '/user/unsubscribe' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'company', path: '/company/1' },
  { name: 'terms', path: '/terms-of-service' },
  { name: 'profile-visitor', path: '/profile' },
  { name: 'profile-previous', path: '/profile_prev', who: 'buyer1' },
  ...PARTITIONS.map((one) => ({
    name: `profile-${one.name}`,
    path: partitionPath(one),
    who: 'buyer1' as const,
  })),
  { name: 'buy-box-selector', path: '/', who: 'buyer3', reach: selector },
  {
    name: 'buy-box-location',
    path: '/',
    who: 'buyer3',
    async reach(page) {
      await selector(page)
      await press(page, 'Or, set up my buy box manually')
      await type(page, 'Target locations', 'fort b')
      await options(page)
    },
  },
  {
    name: 'buy-box-entity',
    path: '/',
    who: 'buyer3',
    async reach(page) {
      await selector(page)
      await press(page, 'Create My Smart Buy Box')
      await type(page, 'LLC or Trust Name', 'houston')
      await options(page)
    },
  },
]

const STATE_LOOKS = [
  { look: 'wide', viewport: WIDE, colorScheme: 'light' },
  { look: 'wide-dark', viewport: WIDE, colorScheme: 'dark' },
  { look: 'narrow', viewport: NARROW, colorScheme: 'light' },
  { look: 'narrow-dark', viewport: NARROW, colorScheme: 'dark' },
] as const

await buildPages({ onProgress: (line) => process.stdout.write(`${line}\n`) })
await mkdir(FOLDER, { recursive: true })
const world = await startWorld()
const browser = await launch()
const [mode, state = 'full', only = ''] = positionals
try {
  if (mode === 'pages') await takePages()
  else await takeStates()
} finally {
  await browser.close()
  await world.stop()
}

async function takeStates(): Promise<void> {
  await takeAll([{ name: 'phone-prompt', path: '/', who: 'buyer3', reach: phonePrompt }])
  await confirmPhone(world)
  await takeAll(SHOTS)
}

async function takePages(): Promise<void> {
  if (!isPagesState(state)) throw new Error(`Pages are full, empty or away, not ${state}.`)
  const asked = values.looks.split(',')
  const looks = LOOKS.filter((look) => asked.includes(look))
  if (looks.length < asked.length) throw new Error(`Looks are ${LOOKS.join(', ')}, not ${values.looks}.`)
  const { url, logins } = world
  const folder = `${FOLDER}pages-${state}/`
  await shootPages({ browser, url, logins, state, folder, looks, only: new RegExp(only) })
}

async function takeAll(shots: readonly Shot[]): Promise<void> {
  for (const { look, ...options } of STATE_LOOKS)
    for (const shot of shots) {
      const { context, page } = await person(browser, {
        baseURL: world.url,
        reducedMotion: 'reduce' as const,
        ...options,
      })
      if (shot.who) await logIn(page, shot.who)
      await page.goto(shot.path)
      await page.waitForLoadState('networkidle')
      await shot.reach?.(page)
      await page.screenshot({
        path: `${FOLDER}${shot.name}-${look}.png`,
        fullPage: shot.reach === undefined,
        animations: 'disabled',
      })
      await context.close()
      process.stdout.write(`${shot.name}-${look}.png\n`)
    }
}

async function logIn(page: Page, who: 'buyer1' | 'buyer3'): Promise<void> {
  const { email, password } = world.logins[who]
  const data = { email, password, recaptcha_token: await solveCaptchaAt(world.url) }
  const reply = await page.context().request.post('/login', { data })
  if (!reply.ok()) throw new Error(`The log in was answered ${reply.status()}.`)
}

function phonePrompt(page: Page): Promise<void> {
  return page.getByRole('dialog', { name: 'Confirm your phone' }).waitFor()
}

/** The selector stands once the phone is confirmed. */
function selector(page: Page): Promise<void> {
  return page.getByRole('dialog', { name: 'Set up Your Buy Box' }).waitFor()
}

async function confirmPhone({ server, logins }: TestWorld): Promise<void> {
  const { db } = server.database
  await db
    .updateTable('customer_phones')
    .set({ confirmed_at: new Date() })
    .where('customer_id', '=', (eb) =>
      eb.selectFrom('customers').select('id').where('email', '=', logins.buyer3.email),
    )
    .execute()
}
