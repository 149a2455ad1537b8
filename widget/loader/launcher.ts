/**
 * The floating launcher: a button with the unread badge in one corner. At the first sign of interest it fetches its popup and the
 * messenger, side by side. No React, no globals; everything lives in one shadow root.
 */
import { badgeText } from '#shared/format/badge-text.ts'
import { dressRoot, icon, make } from './dom.ts'
import { beside, fetchMessenger, POPUP_FILE } from './files.ts'
import css from './launcher.css?inline'
import type { Popup } from './popup.ts'
import type { LauncherSettings } from './settings.ts'
import { fetchToken, fetchUnread } from './token.ts'

/** What the popup is given to hold on to. */
export interface Launcher {
  readonly settings: LauncherSettings
  readonly root: ShadowRoot
  readonly button: HTMLButtonElement
  /** Fetched for the badge, and good for the messenger's first question; a later question means that it was refused. */
  readonly firstToken: Promise<string | null | undefined>
  unread: number
  isOpen: boolean
  /** Has the button say the two above. */
  show(): void
}

const SPEECH_BUBBLE = 'M22 17a2 2 0 0 1-2 2H6l-2.8 2.8A.7.7 0 0 1 2 21V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z'

/** Draws the launcher at the end of `document.body`; the returned function takes it away again. */
export function startLauncher(settings: LauncherSettings): () => void {
  const { corner, theme, apiBase } = settings
  // The script may be on the page twice, even in two versions. Two launchers in one corner would cover each other.
  if (document.querySelector(`[data-plat-launcher=${corner}]`)) {
    console.warn('plat-messenger: already a launcher in this corner')
    return () => {}
  }
  const host = make('div', { 'data-plat-launcher': corner, ...(theme && { 'data-theme': theme }) })
  const launcher = draw(host, settings)
  const { button, firstToken } = launcher
  const load = popupLoader(launcher)
  button.onpointerenter = button.onfocus = load
  button.onclick = async () => {
    button.ariaBusy = 'true'
    const popup = await load()
    button.ariaBusy = null
    if (popup) popup.toggle()
    else button.ariaLabel = button.title = "Messages couldn't be loaded. Try again"
  }
  firstToken
    .then((token) => (token ? fetchUnread(apiBase, token) : 0))
    .then((count) => {
      if (count === 0) return
      launcher.unread = count
      launcher.show()
      load()
    })
    .catch(() => {})
  document.body.append(host)
  return () => host.remove()
}

function draw(host: HTMLElement, settings: LauncherSettings): Launcher {
  const { token, tokenUrl } = settings
  const root = host.attachShadow({ mode: 'open' })
  const badge = make('span', { part: 'launcher-badge' })
  const button = make('button', { part: 'launcher' }, icon(SPEECH_BUBBLE), badge)
  dressRoot(root, css)
  root.append(button)
  const launcher: Launcher = {
    ...{ settings, root, button, unread: 0, isOpen: false },
    firstToken: Promise.resolve(token || (tokenUrl && fetchToken(tokenUrl))),
    show() {
      const { isOpen } = launcher
      const unread = isOpen ? 0 : launcher.unread
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
  let popup: Promise<Popup | null> | null = null
  const { settings } = launcher
  const fetchPopup = (): Promise<typeof import('./popup.ts')> =>
    settings.loadPopup?.() ?? import(/* @vite-ignore */ beside(POPUP_FILE, settings.messengerUrl))
  return () => {
    // What became of it the popup sees, which asks for the same module.
    fetchMessenger(settings).catch(() => {})
    popup ??= fetchPopup().then(
      ({ attachPopup }) => attachPopup(launcher),
      () => {
        popup = null
        return null
      },
    )
    return popup
  }
}
