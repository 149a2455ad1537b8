/** What one installation is called, looks like and says, edited at the console. What is not set is the product's own. Ours. */
import * as z from 'zod/mini'
import { BRAND } from './brand.ts'
import { endpoint } from './endpoint.ts'
import { wrapped } from './wire.ts'

/** All have cents. */
export const CURRENCIES = ['USD', 'AUD', 'CAD', 'EUR', 'GBP', 'NZD'] as const
export type Currency = (typeof CURRENCIES)[number]

export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number]
export const LEGAL_TEXT_MAX_LENGTH = 100_000
export const POSTAL_ADDRESS_MAX_LENGTH = 200

const days = z.optional(z.int())

const installation = z.object({
  name: z.string(),
  /** A path of this site; null for the product's mark. */
  logo: z.nullable(z.string()),
  /** `#rrggbb`; null for the product's own. */
  accent: z.nullable(z.string()),
  /** On dark pages; null for a lighter kind of `accent`. */
  accent_dark: z.nullable(z.string()),
  /** Of mails; null for that of the environment. */
  sender_name: z.nullable(z.string()),
  sender_address: z.nullable(z.string()),
  /** Where the company that runs the site gets letters, in one line; in each commercial mail and in the imprint. */
  postal_address: z.nullable(z.string()),
  /** Abbreviations of the states where deals may be listed; empty for all. */
  markets: z.array(z.string()),
  currency: z.enum(CURRENCIES),
  /** Of the texts: the day each was set and letters of its hash, e.g. `2026-06-01-3f9a1c04`, earlier the day alone; null for the product's text. */
  terms_version: z.nullable(z.string()),
  privacy_version: z.nullable(z.string()),
  /** Days for which records are kept, where they differ from shared/rules/site/retention.ts. */
  retention: z.object({
    inactive: days,
    guests: days,
    imports: days,
    views: days,
    notifications: days,
    logins: days,
    audit: days,
  }),
})
export type Installation = z.output<typeof installation>

export const PRODUCT: Installation = {
  name: BRAND,
  logo: null,
  accent: null,
  accent_dark: null,
  sender_name: null,
  sender_address: null,
  postal_address: null,
  markets: [],
  currency: 'USD',
  terms_version: null,
  privacy_version: null,
  retention: {},
}

/** As it is kept: what is missing is the product's. */
export const storedInstallation = z.partial(installation)

const legalText = z.object({ text: z.string(), version: z.string() })
export type LegalTextWire = z.output<typeof legalText>

export const getLegalText = endpoint({
  name: 'getLegalText',
  method: 'GET',
  path: '/legal/{document}',
  auth: 'none',
  summary:
    'The terms or the privacy policy that this installation has set, in Markdown with headings (##), paragraphs and lists (-); null if it uses the product’s text.',
  params: z.object({ document: z.enum(LEGAL_DOCUMENTS) }),
  reply: z.object({ data: z.nullable(legalText) }),
})

const adminInstallationWire = z.extend(installation, { terms: z.string(), privacy: z.string() })
export type AdminInstallationWire = z.output<typeof adminInstallationWire>

export const adminInstallation = endpoint({
  name: 'adminInstallation',
  method: 'GET',
  path: '/admin/api/installation',
  at: 'site',
  auth: 'staff',
  summary: 'Name, logo, colors, mail sender, legal texts, markets and currency of this installation.',
  reply: wrapped(adminInstallationWire),
})

const line = (length: number) => z.string().check(z.trim(), z.maxLength(length))
const legal = () => z.string().check(z.trim(), z.maxLength(LEGAL_TEXT_MAX_LENGTH))

export const adminSetInstallation = endpoint({
  name: 'adminSetInstallation',
  method: 'PUT',
  path: '/admin/api/installation',
  at: 'site',
  auth: 'staff',
  summary:
    'Set them, except for the logo. An empty field goes back to the product’s own or to the environment’s. The change is logged.',
  body: z.object({
    name: line(40),
    accent: line(7),
    accent_dark: line(7),
    sender_name: line(80),
    sender_address: line(254),
    /** Left out by consoles that do not know it: it stays. */
    postal_address: z.optional(line(POSTAL_ADDRESS_MAX_LENGTH)),
    markets: z.array(z.string()).check(z.maxLength(100)),
    currency: z.enum(CURRENCIES),
    terms: legal(),
    privacy: legal(),
    /** Days by kind of record; what is left out keeps the product's days. The whole is left out by consoles that do not know it: it stays. */
    retention: z.optional(installation.shape.retention),
  }),
  reply: wrapped(adminInstallationWire),
})

export const adminSetLogo = endpoint({
  name: 'adminSetLogo',
  method: 'POST',
  path: '/admin/api/installation/logo',
  at: 'site',
  auth: 'staff',
  summary: 'Set the logo: the form’s file `logo`, a JPEG, PNG or WebP picture. The change is logged.',
  reply: wrapped(adminInstallationWire),
})

export const adminRemoveLogo = endpoint({
  name: 'adminRemoveLogo',
  method: 'DELETE',
  path: '/admin/api/installation/logo',
  at: 'site',
  auth: 'staff',
  summary: 'Go back to the product’s mark. The change is logged.',
  reply: wrapped(adminInstallationWire),
})
