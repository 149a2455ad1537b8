/** What a partner writes on the one script line. A token written there is consumed: it does not stay in the page. */

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type Corner = (typeof CORNERS)[number]

/** Beside the loader; the build puts the names that never change their content in their place for a loader of such a name. */
const FULL_FILE = 'plat-messenger.js'
const LITE_FILE = 'plat-messenger-lite.js'

export interface LauncherSettings {
  /** Address of the messenger, of the flavour that was asked for. */
  messengerUrl: string
  /** Fetches and registers the messenger in place of `messengerUrl`, for a page that bundles it. */
  load?: () => Promise<unknown>
  apiBase: string
  /** Answers a same-origin GET with `{token}`. */
  tokenUrl: string | null
  token: string | null
  realtimeConfig: string | null
  account: string | null
  corner: Corner
  theme: string | null
}

/** `src` is the loader's own address: the messenger lies beside it. */
export function settingsOf(script: HTMLElement, src: string): LauncherSettings {
  const { apiBase, tokenUrl, token, realtimeConfig, account, corner, theme, flavour } = script.dataset
  script.removeAttribute('data-token')
  return {
    messengerUrl: new URL(flavour === 'lite' ? LITE_FILE : FULL_FILE, src).href,
    apiBase: apiBase ?? '',
    tokenUrl: tokenUrl ?? null,
    token: token ?? null,
    realtimeConfig: realtimeConfig ?? null,
    account: account ?? null,
    corner: CORNERS.find((known) => known === corner) ?? 'bottom-right',
    theme: theme ?? null,
  }
}
