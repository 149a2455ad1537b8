/** What a partner writes on the one script line. A token written there is consumed: it does not stay in the page. */

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type Corner = (typeof CORNERS)[number]

export interface LauncherSettings {
  /** Address of plat-messenger.js. */
  messengerUrl: string
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
  const { apiBase, tokenUrl, token, realtimeConfig, account, corner, theme } = script.dataset
  script.removeAttribute('data-token')
  return {
    messengerUrl: new URL('plat-messenger.js', src).href,
    apiBase: apiBase ?? '',
    tokenUrl: tokenUrl ?? null,
    token: token ?? null,
    realtimeConfig: realtimeConfig ?? null,
    account: account ?? null,
    corner: CORNERS.find((known) => known === corner) ?? 'bottom-right',
    theme: theme ?? null,
  }
}
