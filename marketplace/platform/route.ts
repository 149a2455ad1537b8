/** What a page is to the rest of the marketplace. The table of them is in app/routes.ts. */
import type { ComponentType } from 'react'

export interface PageProps {
  /** What stood at the `:names` of the path, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly route: Route
}

export interface Route {
  readonly path: string
  /** Names the page in the tab; a page may say it more exactly once it knows. */
  readonly title: string
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>
  /** `user`: who is not logged in is sent to log in and comes back (spec 2, the auth middleware). */
  readonly guard?: 'user'
  /** A visitor logs in over the page's skeleton instead of on the login page, and goes home when they turn away. */
  readonly isLoginOver?: true
  /**
   * `bare`: no bars around the page. `screen`: exactly as tall as the window, scrolls inside, no top bar on phones.
   * `detail`: on phones a bar of its own takes the place of the tab bar.
   */
  readonly frame?: 'bare' | 'screen' | 'detail'
  /** A `screen` that has its top bar on phones too. */
  readonly keepsTopBar?: true
}
