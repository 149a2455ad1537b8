/**
 * The floating launcher: a button with the unread badge in one corner, and the popup it opens. The messenger itself
 * is fetched at the first sign of interest. No React, no globals; everything lives in one shadow root.
 */
import { badgeText } from '#shared/format/badge-text.ts'
import type { PlatMessengerElement } from '../element/messenger-element.ts'
import { icon, make } from './dom.ts'
import css from './launcher.css?inline'
import type { LauncherSettings } from './settings.ts'
import { fetchToken, fetchUnread } from './token.ts'

const SPEECH_BUBBLE =
  'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z'
const CHEVRON = 'm6 9 6 6 6-6'

/** Draws the launcher at the end of `document.body`; the returned function takes it away again. */
export function startLauncher(settings: LauncherSettings): () => void {
  // The script may be on the page twice, even in two versions. Two launchers in one corner would cover each other.
  if (document.querySelector(`[data-plat-launcher=${settings.corner}]`)) {
    console.warn('plat-messenger: there is a launcher in this corner already')
    return () => {}
  }
  const host = make('div', { 'data-plat-launcher': settings.corner })
  if (settings.theme) host.dataset.theme = settings.theme
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]

  const badge = make('span', { class: 'badge', hidden: '' })
  const button = make(
    'button',
    { type: 'button' },
    icon('open', SPEECH_BUBBLE),
    icon('close', CHEVRON),
    badge,
  )
  const note = make('p', { role: 'status' })
  const dialog = make('div', { role: 'dialog', 'aria-label': 'Messages', tabindex: '-1', hidden: '' }, note)
  root.append(make('div', { 'data-corner': settings.corner }, dialog, button))

  // Fetched for the badge, and good for the messenger's first question; a later question means that it was refused.
  const firstToken = settings.token
    ? Promise.resolve(settings.token)
    : settings.tokenUrl
      ? fetchToken(settings.tokenUrl)
      : null
  let unread = 0
  let messenger: PlatMessengerElement | null = null
  let loading: Promise<void> | null = null

  const isOpen = () => !dialog.hidden
  const show = () => {
    button.setAttribute('aria-expanded', String(isOpen()))
    const count = unread > 0 ? `, ${unread} unread` : ''
    button.setAttribute('aria-label', isOpen() ? 'Close messages' : `Open messages${count}`)
    badge.textContent = badgeText(unread)
    badge.hidden = unread === 0 || isOpen()
  }
  const setUnread = (count: number) => {
    unread = count
    show()
    if (count > 0) void load()
  }
  const close = () => {
    dialog.hidden = true
    show()
    button.focus()
  }
  const open = () => {
    dialog.hidden = false
    show()
    dialog.focus()
    void load().then(focusInside)
  }
  /** Once the messenger can take the focus and the person has not gone elsewhere meanwhile. */
  const focusInside = () => requestAnimationFrame(() => root.activeElement === dialog && messenger?.focus())

  function load(): Promise<void> {
    note.textContent ||= 'Loading messages…'
    loading ??= (settings.load?.() ?? import(/* @vite-ignore */ settings.messengerUrl))
      .then(mount)
      .catch(() => {
        loading = null
        note.textContent = "Messages couldn't be loaded. Close this and open it again."
      })
    return loading
  }
  function mount(): void {
    const element = make('plat-messenger', { closable: '' })
    // The page has an element of its own under this name: it is handed no token, and what is said is that nothing came.
    if (!('tokenProvider' in element)) throw new TypeError('plat-messenger is another element here')
    if (settings.theme) element.dataset.theme = settings.theme
    const { tokenUrl } = settings
    element.apiBase = settings.apiBase
    element.realtimeConfig = settings.realtimeConfig
    element.account = settings.account
    if (tokenUrl)
      element.tokenProvider = ({ reason }) => (reason === 'missing' && firstToken) || fetchToken(tokenUrl)
    if (settings.token) element.token = settings.token
    const edge = () => make('i', { tabindex: '0' })
    dialog.append(edge(), element, edge())
    messenger = element
  }

  firstToken?.then((token) => fetchUnread(settings, token)).then(setUnread, () => {})

  for (const sign of ['pointerenter', 'focus'] as const) button.addEventListener(sign, () => void load())
  button.addEventListener('click', () => (isOpen() ? close() : open()))
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  // On a small screen the popup is all there is: from its edges the focus comes back in.
  dialog.addEventListener(
    'focusin',
    ({ target }) => (target as Element).localName === 'i' && messenger?.focus(),
  )
  dialog.addEventListener('plat-messenger:unread', ({ detail }) => setUnread(detail.count))
  dialog.addEventListener('plat-messenger:close', close)
  dialog.addEventListener('plat-messenger:ready', () => {
    note.textContent = ''
    focusInside()
  })
  dialog.addEventListener('plat-messenger:auth-required', () => {
    note.textContent = 'Log in on this page to see your messages.'
  })

  show()
  document.body.append(host)
  return () => host.remove()
}
