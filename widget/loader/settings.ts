/** What a partner writes on the one script line. A token written there is consumed: it does not stay in the page. */
import { beside, type Files, FULL_FILE, LITE_FILE } from './files.ts'

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type Corner = (typeof CORNERS)[number]

/** What is not said may be left out or null. */
export interface LauncherSettings extends Files {
  apiBase: string
  /** Answers a same-origin GET with `{token}`. */
  tokenUrl?: string | null | undefined
  token?: string | null | undefined
  realtimeConfig?: string | null | undefined
  account?: string | null | undefined
  corner: Corner
  theme?: string | null | undefined
}

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
