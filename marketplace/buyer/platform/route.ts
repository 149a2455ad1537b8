/** What a page is to the rest of the buyer app. The table of them is in shared/rules/site/buyer-routes.ts, what each loads in app/routes.ts. */
import type { ComponentType } from 'react'
import type { BuyerRoute, RouteParams } from '#shared/rules/site/buyer-routes.ts'

export interface PageProps {
  readonly params: RouteParams
  readonly route: Route
}

export interface Route extends BuyerRoute {
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>
  /** A visitor logs in over the page's skeleton instead of on the login page, and goes home when they turn away. */
  readonly isLoginOver?: true
  /**
   * `bare`: no bars around the page. `screen`: exactly as tall as the window, scrolls inside, no top bar on phones.
   * `detail`: on phones a bar of its own takes the place of the tab bar.
   */
  readonly frame?: 'bare' | 'screen' | 'detail'
  /** What a keyboard is led to past all that comes before it, besides the page's beginning. */
  readonly skip?: { readonly label: string; readonly selector: string }
  /** A `screen` that has its top bar on phones too. */
  readonly keepsTopBar?: true
}
