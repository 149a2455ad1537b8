/** What a partner writes on the one script line. A token written there is consumed: it does not stay in the page. */
import { CORNERS } from '#shared/contract/key-limits.ts'
import { beside, FULL_FILE, LITE_FILE } from './files.ts'
import type { LauncherSettings } from './launcher-parts.ts'

/** `src` is the loader's own address: the messenger lies beside it. */
export function settingsOf(script: HTMLElement, src: string): LauncherSettings {
  const { dataset } = script
  const {
    apiBase = '',
    tokenUrl,
    token,
    realtimeConfig,
    account,
    key,
    property,
    theme,
    accent,
    greeting,
    hours,
    pages,
    corner,
    flavour,
  } = dataset
  script.removeAttribute('data-token')
  return {
    apiBase,
    tokenUrl,
    token,
    realtimeConfig,
    account,
    key,
    property,
    theme,
    accent,
    greeting,
    hours,
    pages,
    corner: CORNERS.find((known) => known === corner),
    messengerUrl: beside(flavour === 'full' ? FULL_FILE : LITE_FILE, src),
  }
}
