/** The line above a guest's messenger: it confirms the e-mail, so that they go on in another browser, and then offers a login. */
import { make } from '../dom.ts'
import type { GuestAnswer, GuestDoor } from './guest-parts.ts'
import { codeInput, emailInput, field, linkButton, panelForm, text } from './panel.ts'

/** The messenger with that line over it. */
export function guestFrame(guest: GuestDoor, messenger: HTMLElement): HTMLElement {
  const frame = make('div', { class: 'frame' }, make('div', {}, messenger))
  const { current } = guest
  if (current && !current.has_login)
    frame.prepend(current.email_confirmed ? loginBar(guest, current.email ?? '') : askBar(guest))
  return frame
}

const bar = (...parts: Node[]): HTMLElement => {
  const later = linkButton('Not now', () => own.remove())
  const own = make('section', { class: 'bar', 'aria-label': 'Your email' }, ...parts, later)
  return own
}

/** A bearer ends after an hour, and the messenger has asked for further ones meanwhile. */
const callAsGuest = <Data>(guest: GuestDoor, path: string, body: object): Promise<GuestAnswer<Data>> =>
  guest.call<Data>(`/guest${path}`, body, guest.current?.token)

function askBar(guest: GuestDoor): HTMLElement {
  const control = emailInput()
  control.value = guest.current?.email ?? ''
  const fields = [field('Confirm your email to go on in another browser', 'email', control)]
  const own = bar(
    panelForm({ fields, button: 'Send code' }, async ({ value }) => {
      const said = await callAsGuest<{ email: string }>(guest, '/email-codes', {
        email: value('email') || null,
      })
      if (said.refused) return said.refused
      own.replaceWith(codeBar(guest, said.data.email))
      return undefined
    }).form,
  )
  return own
}

function codeBar(guest: GuestDoor, email: string): HTMLElement {
  const fields = [field(`The code we mailed to ${email}`, 'code', codeInput())]
  const own = bar(
    panelForm({ fields, button: 'Confirm' }, async ({ value }) => {
      const said = await callAsGuest(guest, '/email-codes/check', { code: value('code') })
      if (said.refused) return said.refused
      if (guest.current) guest.current = { ...guest.current, email, email_confirmed: true }
      own.replaceWith(loginBar(guest, email))
      return undefined
    }).form,
  )
  return own
}

function loginBar(guest: GuestDoor, email: string): HTMLElement {
  const { site } = guest
  const words = make('div', { role: 'status' }, text(`${email} is confirmed.`))
  const own = bar(
    words,
    panelForm({ fields: [], before: [termsLine(site)], button: 'Create a login with it' }, async () => {
      const { terms_version } = site
      const said = await callAsGuest<{ login_url: string }>(guest, '/account', { terms_version })
      if (said.refused) return said.refused
      if (guest.current) guest.current = { ...guest.current, has_login: true }
      const link = outside(said.data.login_url, 'Log in')
      own.replaceWith(bar(make('div', { role: 'status' }, text(`You can log in with ${email}. `), link)))
      return undefined
    }).form,
  )
  return own
}

const termsLine = ({ terms_url, privacy_url }: GuestDoor['site']): HTMLElement =>
  make(
    'small',
    {},
    text('You must be 18 or older. By creating a login you agree to the '),
    outside(terms_url, 'Terms of service'),
    text(' and the '),
    outside(privacy_url, 'Privacy policy'),
    text('.'),
  )

const outside = (href: string, words: string) =>
  make('a', { href, target: '_blank', rel: 'noopener' }, text(words))
