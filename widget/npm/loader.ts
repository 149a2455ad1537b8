/** `plat-messenger/loader`: the launcher from a page's own code. The messenger comes from the same package, at the first interest. */

import { startLauncher as draw } from '../launcher/launcher.ts'
import type { LauncherSettings } from '../launcher/launcher-parts.ts'

/** Only where the API is must be said; `key`, `token` or `tokenUrl` says who it is. */
export type LauncherOptions = Pick<LauncherSettings, 'apiBase'> & Partial<LauncherSettings>

const OWN = {
  messengerUrl: '',
  load: () => import('./define.ts'),
  loadPopup: () => import('../launcher/popup.ts'),
  loadGuest: () => import('../launcher/site-key/guest.ts'),
} as const

/** Draws the launcher at the end of `document.body`; the returned function takes it away again. */
export function startLauncher(options: LauncherOptions): () => void {
  const settings: LauncherSettings = { ...OWN, ...options }
  if (!settings.key && !settings.pages) return draw(settings)
  const begun = import('../launcher/site-key/key.ts').then(({ startByKey }) => startByKey(settings, draw))
  return () => void begun.then((remove) => remove())
}
