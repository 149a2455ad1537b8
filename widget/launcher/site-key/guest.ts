/**
 * dist/widget/plat-guest.js: what a visitor without a login sees in the popup. First the company and a short form, or the way back into
 * a conversation of another browser; then, above the messenger, a line that confirms the e-mail.
 */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaChallengeWire } from '#shared/contract/account.ts'
import type { GuestTokenWire } from '#shared/contract/guests.ts'
import { KEPT_PREFIX } from '#shared/lib/kept-in-browser.ts'
import { solveAltcha } from '#shared/lib/solve-altcha.ts'
import { aboutPage } from '../../element/about-page.ts'
import { dressRoot, icon, make } from '../dom.ts'
import type { LauncherSettings } from '../launcher-parts.ts'
import css from './guest.css?inline'
import type { GuestDoor, GuestFormEvents, Refused } from './guest-parts.ts'
import { codeInput, emailInput, field, input, linkButton, panelForm, text } from './panel.ts'
import { answerLines, greetingOf } from './welcome.ts'

export { guestFrame } from './email-bar.ts'
export { welcome } from './welcome.ts'

const CROSS = 'M18 6 6 18M6 6l12 12'

export function guestForm(guest: GuestDoor, settings: LauncherSettings, on: GuestFormEvents): HTMLElement {
  const panel = make('section', { class: 'guest' })
  const done = async (issued: GuestTokenWire) => {
    await guest.remember(issued)
    on.started(issued.token)
  }
  const login = on.login
  const logIn = login ? [linkButton('Have a login here? Log in', login)] : []
  const top = head(guest, settings, on.close)
  // Made once: what was typed into it is there on the way back.
  const first = firstMessage(guest, settings, done)
  const showFirst = () => panel.replaceChildren(top, ...logIn, first, way)
  const way = linkButton('Wrote here before? Go on by email', () =>
    panel.replaceChildren(top, comeBack(guest, done), back),
  )
  const back = linkButton('Back to a new message', showFirst)
  showFirst()
  return panel
}

/** Styles of the launcher's root, once. */
export const dressGuest = (root: ShadowRoot): void => dressRoot(root, css)

function head({ site }: GuestDoor, settings: LauncherSettings, close: () => void): HTMLElement {
  const { title, logo } = site.account
  const shut = make('button', { type: 'button', class: 'shut', 'aria-label': 'Close messages' }, icon(CROSS))
  shut.onclick = close
  const words = greetingOf(site, settings)
  const greeting = words ? [make('div', { class: 'greeting' }, text(words))] : []
  return make(
    'header',
    {},
    logoOf(title, logo),
    make('div', {}, make('h2', {}, text(title)), ...answerLines(site, settings)),
    shut,
    ...greeting,
  )
}

/** The first letter where there is no logo, or where the page's policy keeps it out. */
function logoOf(title: string, logo: string | null | undefined): HTMLElement {
  const letter = make('span', { 'aria-hidden': 'true' }, text([...title][0]?.toUpperCase() ?? '#'))
  if (!logo) return letter
  const image = make('img', { src: logo, alt: '' })
  image.onerror = () => image.replaceWith(letter)
  return image
}

const LINES = '3'

/** A browser that blocks its storage, or has no room, keeps nothing. */
function inTab(use: (store: Storage) => void): void {
  try {
    use(sessionStorage)
  } catch {}
}

function firstMessage(
  guest: GuestDoor,
  settings: LauncherSettings,
  done: (issued: GuestTokenWire) => Promise<void>,
): HTMLElement {
  const { launcher, account, guests } = guest.site
  const { contact } = guests
  const isBoth = contact === 'either'
  const message = make('textarea', { rows: LINES })
  const draft = `${KEPT_PREFIX}guest/${account.id}`
  inTab((store) => {
    message.value = store.getItem(draft) ?? ''
  })
  message.addEventListener('input', () => inTab((store) => store.setItem(draft, message.value)))
  const fields = [
    field('Name', 'name', input({ autocomplete: 'name' })),
    ...(contact === 'phone'
      ? []
      : [field(isBoth ? 'Email, or a phone number below' : 'Email', 'email', emailInput())]),
    ...(contact === 'email' ? [] : [field('Phone', 'phone', input({ type: 'tel', autocomplete: 'tel' }))]),
    field('Message', 'message', message),
  ]
  const consent =
    launcher?.consent || `By sending you agree that ${account.title} may answer you and keep your messages.`
  const note = make('small', {}, text(`${consent} `), privacyLink(guest))
  return panelForm({ fields, before: [note], button: 'Send' }, async ({ value }) => {
    const { proof, captcha, refused } = await prove(guest)
    if (!proof) return refused
    const said = await guest.call<GuestTokenWire>('/guests', {
      ...proof,
      recaptcha_token: captcha,
      name: value('name'),
      email: value('email') || null,
      phone: value('phone') || null,
      message: value('message'),
      ...aboutPage(Number(settings.property) || null, true),
    })
    if (said.refused) return said.refused
    inTab((store) => store.removeItem(draft))
    await done(said.data)
    return undefined
  }).form
}

function privacyLink({ site }: GuestDoor): HTMLElement {
  const link = { target: '_blank', rel: 'noopener' }
  return make('a', { ...link, href: site.privacy_url }, text('Privacy'))
}

/** An e-mail that was confirmed in another browser, and the code that is mailed to it. */
function comeBack(guest: GuestDoor, done: (issued: GuestTokenWire) => Promise<void>): HTMLElement {
  const hint = text('Enter the email that you confirmed here before. We mail you a code.')
  const email = field('Email', 'email', emailInput())
  const ask = panelForm(
    { fields: [email], before: [make('small', {}, hint)], button: 'Send code' },
    async ({ value }) => {
      const { captcha, refused } = await prove(guest)
      if (refused) return refused
      const asked = { email: value('email'), recaptcha_token: captcha }
      const said = await guest.call<{ handle: number }>('/guest-codes', asked)
      if (said.refused) return said.refused
      ask.form.replaceWith(codeForm(guest, said.data.handle, done))
      return undefined
    },
  )
  return ask.form
}

function codeForm(
  guest: GuestDoor,
  handle: number,
  done: (issued: GuestTokenWire) => Promise<void>,
): HTMLElement {
  const hint = text('If this email was confirmed here, a code is on its way. It works for a few minutes.')
  const fields = [field('Code', 'code', codeInput())]
  return panelForm({ fields, before: [make('small', {}, hint)], button: 'Go on' }, async ({ value }) => {
    const { proof, refused } = await prove(guest, false)
    if (!proof) return refused
    const said = await guest.call<GuestTokenWire>('/guest-codes/check', {
      ...proof,
      handle,
      code: value('code'),
    })
    if (said.refused) return said.refused
    await done(said.data)
    return undefined
  }).form
}

interface Proved {
  proof?: Awaited<ReturnType<GuestDoor['proof']>>
  captcha?: string | undefined
  refused?: Refused | undefined
}

/** This browser's signature and, unless nobody asks for it, the solved captcha. */
async function prove(guest: GuestDoor, withCaptcha = true): Promise<Proved> {
  const made = await guest.call<{ challenge: string; captcha: CaptchaChallengeWire }>('/challenge')
  if (made.refused) return made
  const { challenge, captcha } = made.data
  const isAltcha = withCaptcha && captcha.provider === 'altcha'
  return {
    proof: await guest.proof(challenge),
    captcha: isAltcha ? await solveAltcha(captcha.challenge, async () => deriveKey) : undefined,
  }
}
