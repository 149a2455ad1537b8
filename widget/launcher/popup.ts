/** What the launcher opens: a dialog with the messenger in it. Fetched at the first sign of interest, while the messenger is on its way. */
import type { PlatMessengerElement } from '../element/messenger-element.ts'
import { dressRoot, icon, make } from './dom.ts'
import { EXPORTED_PARTS } from './exported-parts.ts'
import { fetchMessenger } from './files.ts'
import type { Launcher, LauncherSettings, Popup } from './launcher-parts.ts'
import css from './popup.css?inline'
import { fetchToken } from './token.ts'

/** Whatever the messenger has to draw or take away is done by then. */
const DRAWN_MS = 100
const CHEVRON = 'm6 9 6 6 6-6'

/** Puts the popup beside the launcher's button, closed, and the messenger into it as soon as it has come. */
export function attachPopup(launcher: Launcher): Popup {
  const { root, button, settings } = launcher
  const note = make('p', { role: 'status' })
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
  let messenger: PlatMessengerElement | null = null
  let loading: Promise<void> | null = null
  let isAnswered = false

  const isEmpty = () => !messenger?.shadowRoot?.querySelector('h2')
  /** Once the messenger can take the focus and the person has not gone elsewhere meanwhile. */
  const focusInside = () => requestAnimationFrame(() => root.activeElement === dialog && messenger?.focus())
  const sayLogIn = () => {
    note.textContent = 'Log in on this page to see your messages.'
  }
  const load = () => {
    if (loading) return loading
    note.textContent = 'Loading messages…'
    loading = fetchMessenger(settings)
      .then(() => {
        messenger = messengerFor(launcher)
        const edge = () => make('i', { tabindex: '0' })
        dialog.append(edge(), messenger, edge())
      })
      .catch(() => {
        loading = null
        note.textContent = "Messages couldn't be loaded. Close this and open it again."
      })
    return loading
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
    if (isAnswered && isEmpty()) {
      isAnswered = false
      dialog.replaceChildren(note)
      loading = null
    }
    // Whoever pressed and went on typing elsewhere, while the popup came, stays there.
    if (root.activeElement || document.activeElement === document.body) dialog.focus()
    void load().then(focusInside)
  }

  hear(dialog, {
    keydown: (event) => event.key === 'Escape' && !event.defaultPrevented && close(),
    // On a small screen the popup is all there is: from its edges the focus comes back in.
    focusin: ({ target }) => (target as Element).localName === 'i' && messenger?.focus(),
    'plat-messenger:close': close,
    'plat-messenger:unread': ({ detail }) => {
      launcher.unread = detail.count
      launcher.show()
      // Its last word when somebody logs out: what stands there now is taken away.
      if (!isEmpty()) setTimeout(() => isEmpty() && sayLogIn(), DRAWN_MS)
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
      isAnswered = true
      sayLogIn()
    },
  })
  void load()
  return { toggle: () => (launcher.isOpen ? close() : open()) }
}

type Handlers = { [N in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[N]) => unknown }

function hear(element: HTMLElement, handlers: Handlers): void {
  for (const [name, handle] of Object.entries(handlers))
    element.addEventListener(name, handle as (event: Event) => unknown)
}

/** Throws when the page has an element of its own under this name: it is handed no token, and what is said is that nothing came. */
function messengerFor({ settings, firstToken }: Launcher): PlatMessengerElement {
  const {
    tokenUrl,
    token,
    theme,
    apiBase,
    realtimeConfig = null,
    account = null,
  }: LauncherSettings = settings
  const element = make('plat-messenger', { closable: '', exportparts: EXPORTED_PARTS })
  if (!('tokenProvider' in element)) throw new TypeError('plat-messenger is another element here')
  if (theme) element.dataset.theme = theme
  Object.assign(element, { apiBase, realtimeConfig, account })
  if (tokenUrl)
    element.tokenProvider = async ({ reason }) => {
      const found =
        (reason === 'missing' && (await firstToken.catch(() => null))) || (await fetchToken(tokenUrl))
      if (!found) throw new Error(`no token from ${tokenUrl}`)
      return found
    }
  if (token) element.token = token
  return element
}
