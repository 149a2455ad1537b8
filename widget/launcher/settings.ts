/** What a partner writes on the one script line. A token written there is consumed: it does not stay in the page. */
import { beside, FULL_FILE, LITE_FILE } from './files.ts'
import type { LauncherSettings } from './launcher-parts.ts'
import { CORNERS } from './launcher-parts.ts'

/** `src` is the loader's own address: the messenger lies beside it. */
export function settingsOf(script: HTMLElement, src: string): LauncherSettings {
  const { apiBase = '', tokenUrl, token, realtimeConfig, account, theme, corner, flavour } = script.dataset
  script.removeAttribute('data-token')
  return {
    ...{ apiBase, tokenUrl, token, realtimeConfig, account, theme },
    corner: CORNERS.find((known) => known === corner) ?? CORNERS[0],
    messengerUrl: beside(flavour === 'lite' ? LITE_FILE : FULL_FILE, src),
  }
}
