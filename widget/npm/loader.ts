/** `plat-messenger/loader`: the launcher from a page's own code. The messenger comes from the same package, at the first interest. */
import { startLauncher as draw } from '../loader/launcher.ts'
import type { LauncherSettings } from '../loader/settings.ts'

/** Only where the API is must be said; `token` or `tokenUrl` says who it is. */
export type LauncherOptions = Pick<LauncherSettings, 'apiBase'> & Partial<LauncherSettings>

const NOTHING_SAID: Omit<LauncherSettings, 'apiBase'> = {
  messengerUrl: '',
  load: () => import('./define.ts'),
  tokenUrl: null,
  token: null,
  realtimeConfig: null,
  account: null,
  corner: 'bottom-right',
  theme: null,
}

/** Draws the launcher at the end of `document.body`; the returned function takes it away again. */
export function startLauncher(options: LauncherOptions): () => void {
  return draw({ ...NOTHING_SAID, ...options })
}
