/** This server's public origins. Cards and logos are shown on foreign pages, where a relative address would be theirs. */

import { type Installation, PRODUCT } from '#shared/contract/installation.ts'
import { links } from '#shared/contract/pages.ts'
import { helpWords } from '#shared/format/help-contact.ts'

export interface Site {
  /** `https://host`, or empty while the server does not listen and none was configured. */
  origin: string
  /** The console's origin, if it is separate. */
  adminOrigin?: string
  /** Who answers when somebody needs help, as it is set now; null or absent if nobody is named. */
  support?: () => Promise<SupportContact | null>
  /** Name, colors, sender, markets and currency as they are set now; absent: the product's. */
  installation?: () => Promise<Installation>
}

export const installationOf = async ({ installation }: Site): Promise<Installation> =>
  (await installation?.()) ?? PRODUCT

/** At least the address or the number is there. */
export interface SupportContact {
  email: string | null
  phone: string | null
  /** When they answer, e.g. `Monday to Friday, 9 AM to 5 PM CT`. */
  hours: string | null
}

/** After "If this was not you, …": what to do, with the contact in it. */
export const askSupport = async ({ support, origin }: Site): Promise<string> =>
  helpWords(await support?.(), `${origin}${links.help()}`)

/** Where the pages and calls of this kind of person are. */
export const originFor = ({ origin, adminOrigin }: Site, kind: 'customer' | 'member' | 'staff'): string =>
  kind === 'staff' ? (adminOrigin ?? origin) : origin

/** An address of ours made absolute; others stay. */
export const absolute = (site: Site, url: string | null): string | null =>
  url?.startsWith('/') ? site.origin + url : url
