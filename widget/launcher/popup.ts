/** What the launcher opens: a dialog with the messenger in it. Fetched at the first sign of interest, while the messenger is on its way. */
import type { PlatMessengerElement } from '../element/messenger-element.ts'
import { dressRoot, icon, make } from './dom.ts'
import type { Launcher, Popup } from './launcher-parts.ts'
import { pageLogin } from './page-login.ts'
import css from './popup.css?inline'

/** Whatever the messenger has to draw or take away is done by then. */
const DRAWN_MS = 100
const CHEVRON = 'm6 9 6 6 6-6'

/** Puts the popup beside the launcher's button, closed, and the messenger into it as soon as it has come. */
export function attachPopup(launcher: Launcher): Popup {
  const { root, button, settings } = launcher
  const note = make('p', { role: 'status' })
  const dialog = placeDialog(launcher, note)
  let messenger: PlatMessengerElement | null = null
  let loading: Promise<void> | null = null
  let isAnswered = false
  /** No answer to the messenger's latest request for a token: whether the person is logged in is not known. */
  let isCutOff = false

  const isEmpty = () => !messenger?.shadowRoot?.querySelector('h2')
  /** Once the messenger can take the focus, which on a busy machine is some frames later, and the person has not gone elsewhere meanwhile. */
  const focusInside = (frames = 60) => {
    requestAnimationFrame(() => {
      if (root.activeElement !== dialog) return
      enter()
      if (frames) focusInside(frames - 1)
    })
  }
  const enter = () => (messenger ?? dialog.querySelector('input'))?.focus()
  const sayLogIn = () => {
    if (isCutOff) return showCutOff()
    note.textContent = 'Log in on this page to see your messages.'
    const login = pageLogin(dialog, () => begin(true))
    if (!login) return
    const logIn = make('button', {}, document.createTextNode('Log in'))
    logIn.onclick = login
    note.append(logIn)
  }
  const showCutOff = () => {
    note.textContent = "Messages couldn't be loaded. Close this and open it again."
  }
  const ask = async () => {
    isCutOff = false
    try {
      return await launcher.ask()
    } catch (error) {
      isCutOff = error instanceof TypeError
      throw error
    }
  }
  const load = () => {
    if (loading) return loading
    note.textContent = 'Loading messages…'
    loading = fill().catch(() => {
      loading = null
      showCutOff()
    })
    return loading
  }
  const fill = async () => {
    const { inside } = settings
    let shown = await inside?.before(launcher, { close, started: () => begin(true) })
    if (shown) note.textContent = ''
    else {
      await (settings.load?.() ?? import(/* @vite-ignore */ settings.messengerUrl))
      messenger = messengerFor(launcher, ask)
      shown = (await inside?.around(launcher, messenger)) ?? messenger
    }
    const edge = () => make('i', { tabindex: '0' })
    dialog.append(edge(), shown, edge())
  }
  const begin = (isNew: boolean) => {
    if (isNew) {
      isAnswered = false
      messenger = loading = null
      dialog.replaceChildren(note)
    }
    // A person who pressed and went on typing elsewhere, while the popup came, stays there.
    if (root.activeElement || document.activeElement === document.body) dialog.focus()
    void load().then(() => focusInside())
  }
  const setOpen = (isOpen: boolean) => {
    launcher.isOpen = isOpen
    dialog.hidden = !isOpen
    launcher.show()
  }
  const close = () => {
    setOpen(false)
    button.focus()
  }
  const open = () => {
    setOpen(true)
    // Nobody was let in, or was logged out. They may have logged in on the page since, so it is asked again.
    begin(isAnswered && isEmpty())
  }

  hear(dialog, {
    keydown: (event) => event.key === 'Escape' && !event.defaultPrevented && close(),
    // On a small screen the popup is all there is: from its edges the focus comes back in.
    focusin: ({ target }) => (target as Element).localName === 'i' && enter(),
    'plat-messenger:close': close,
    'plat-messenger:unread': ({ detail }) => {
      launcher.unread = detail.count
      launcher.show()
      const heard = messenger
      // The last event at a logout, before the messenger clears itself. If it was replaced meanwhile, the new one decides.
      if (!isEmpty()) setTimeout(() => heard === messenger && isEmpty() && sayLogIn(), DRAWN_MS)
    },
    'plat-messenger:ready': () => {
      isAnswered = true
      note.textContent = ''
      focusInside()
    },
    // It says so itself, with a way to try again.
    'plat-messenger:error': () => {
      note.textContent = ''
    },
    'plat-messenger:auth-required': () => {
      // A visitor whose conversation was deleted, or is a login's by now, may write again.
      if (isAnswered && settings.inside && !isCutOff) return begin(true)
      isAnswered = true
      sayLogIn()
    },
  })
  void load()
  return { toggle: () => (launcher.isOpen ? close() : open()) }
}

/** Hidden, beside the button, which gets its look of an open popup. */
function placeDialog({ root, button }: Launcher, note: HTMLElement): HTMLElement {
  const dialog = make(
    'div',
    { role: 'dialog', 'aria-label': 'Messages', tabindex: '-1', part: 'popup' },
    note,
  )
  dialog.hidden = true
  dressRoot(root, css)
  button.append(icon(CHEVRON))
  // May say that this file could not be fetched the last time.
  button.title = ''
  button.before(dialog)
  return dialog
}

type Handlers = { [N in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[N]) => unknown }

function hear(element: HTMLElement, handlers: Handlers): void {
  for (const [name, handle] of Object.entries(handlers))
    element.addEventListener(name, handle as (event: Event) => unknown)
}

/** Throws when the page has an element of its own under this name: it is handed no token, and what is said is that nothing came. */
function messengerFor(launcher: Launcher, ask: Launcher['ask']): PlatMessengerElement {
  const {
    tokenUrl,
    token,
    inside,
    theme,
    apiBase,
    realtimeConfig = null,
    account = null,
    property,
  } = launcher.settings
  const element = make('plat-messenger', { closable: '', exportparts: EXPORTED_PARTS })
  if (!('tokenProvider' in element)) throw new TypeError('plat-messenger is another element here')
  if (theme) element.dataset.theme = theme
  Object.assign(element, { apiBase, realtimeConfig, account, property, context: true })
  if (tokenUrl || inside)
    element.tokenProvider = async ({ reason }) => {
      const found = (reason === 'missing' && (await launcher.firstToken.catch(() => null))) || (await ask())
      if (!found) throw new Error(`no token from ${tokenUrl}`)
      return found
    }
  if (token) element.token = token
  return element
}

/**
 * The parts of the messenger that the launcher passes on, so that a page styles them as
 * `[data-plat-launcher]::part(bubble)`. All there are: a test compares them with what is documented.
 */
export const EXPORTED_PARTS =
  'messenger, list, list-header, title, search, search-input, conversation, selected, unread, avatar, name, preview, time, badge, thread, thread-header, thread-title, log, date, message, own, other, sending, failed, bubble, message-time, action-label, property-card, offer-card, new-messages, composer, composer-field, composer-input, send-button, button, icon-button, banner, notice'
