/**
 * The floating launcher: a button with the unread badge in one corner, asked for again while nothing is open. At the first sign of interest it fetches its popup and the
 * messenger, side by side. No React, no globals; everything lives in one shadow root.
 */
import { CORNERS } from '#shared/contract/key-limits.ts'
import { badgeText } from '#shared/format/badge-text.ts'
import { dressRoot, icon, make } from './dom.ts'
import { beside, importer, KEY_FILE, POPUP_FILE } from './files.ts'
import css from './launcher.css?inline'
import type { Launcher, LauncherSettings, Popup, PopupModule } from './launcher-parts.ts'
import { fetchToken, fetchUnread } from './token.ts'

/** How often a launcher that nobody has opened asks for its badge, while its page is seen. */
const LOOK_MS = 180_000
const SPEECH_BUBBLE = 'M22 17a2 2 0 0 1-2 2H6l-2.8 2.8A.7.7 0 0 1 2 21V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z'

/**
 * Once the page has a body. With a publishable key, the file that reads the key's settings draws the launcher, as soon as it has come.
 * The returned function removes the launcher.
 */
export function startLine(settings: LauncherSettings): () => void {
  const { key, pages, messengerUrl } = settings
  const asksKeyFile = key || pages
  if (document.body && !asksKeyFile) return startLauncher(settings)
  const fetchKey = importer<typeof import('./site-key/key.ts')>(beside(KEY_FILE, messengerUrl))
  const begin = async (pauseMs: number): Promise<() => void> => {
    try {
      if (document.body)
        return asksKeyFile ? (await fetchKey()).startByKey(settings, startLauncher) : startLauncher(settings)
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return begin(pauseMs * 2)
  }
  const begun = begin(100)
  return () => void begun.then((remove) => remove())
}

/** Draws the launcher at the end of `document.body`; the returned function takes it away again. */
export function startLauncher(settings: LauncherSettings): () => void {
  const { theme, accent, token, tokenUrl, corner = CORNERS[0] } = settings
  // The script may be on the page twice, even in two versions. Two launchers in one corner would cover each other.
  if (document.querySelector(`[data-plat-launcher=${corner}]`)) {
    console.warn('plat-messenger: already a launcher in this corner')
    return () => {}
  }
  const host = make('div', { 'data-plat-launcher': corner })
  if (theme) host.dataset.theme = theme
  if (accent) host.style.setProperty('--messenger-accent', accent)
  const { ask = async () => token || (tokenUrl && fetchToken(tokenUrl)) } = settings
  const launcher = draw(host, settings, ask)
  const { button, badge } = launcher
  const load = popupLoader(launcher)
  button.onpointerenter = button.onfocus = load
  button.onclick = async () => {
    button.ariaBusy = 'true'
    const popup = await load()
    button.ariaBusy = null
    if (popup) return popup.toggle()
    button.ariaLabel = button.title = "Messages couldn't be loaded. Try again"
    badge.textContent = '!'
  }
  const look = async (asked = ask()) => {
    try {
      const found = await asked
      launcher.unread = found ? await fetchUnread(settings.apiBase, found) : 0
      if (launcher.unread) {
        launcher.show()
        load()
      }
    } catch {}
  }
  look(launcher.firstToken)
  // The popup stands before the button, and its messenger is told live.
  const looking = setInterval(() => document.hidden || button.previousSibling || look(), LOOK_MS)
  document.body.append(host)
  return () => {
    clearInterval(looking)
    host.remove()
  }
}

function draw(host: HTMLElement, settings: LauncherSettings, ask: Launcher['ask']): Launcher {
  const root = host.attachShadow({ mode: 'open' })
  const badge = make('span', { part: 'launcher-badge' })
  const button = make('button', { part: 'launcher' }, icon(SPEECH_BUBBLE), badge)
  dressRoot(root, css)
  root.append(button)
  const launcher: Launcher = {
    settings,
    root,
    button,
    badge,
    ask,
    firstToken: ask(),
    unread: 0,
    isOpen: false,
    show() {
      const { isOpen } = launcher
      const unread = !isOpen && launcher.unread
      badge.textContent = unread ? badgeText(unread) : ''
      button.ariaExpanded = String(isOpen)
      button.ariaLabel = isOpen ? 'Close messages' : `Open messages${unread ? `, ${unread} unread` : ''}`
    },
  }
  launcher.show()
  return launcher
}

/** Fetches the popup once, and the messenger on its way; null when the popup could not be fetched, which the next call tries again. */
function popupLoader(launcher: Launcher): () => Promise<Popup | null> {
  const { settings } = launcher
  const { messengerUrl, loadPopup = importer<PopupModule>(beside(POPUP_FILE, messengerUrl)) } = settings
  settings.load ??= importer(messengerUrl)
  let popup: Promise<Popup | null> | null = null
  return () => {
    // What became of it the popup sees, which asks for the same module.
    settings.load?.().catch(() => {})
    popup ??= loadPopup()
      .then(({ attachPopup }) => attachPopup(launcher))
      .catch(() => {
        popup = null
        return null
      })
    return popup
  }
}
