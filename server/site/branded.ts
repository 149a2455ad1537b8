/** Puts the installation's name, logo and colors into the built documents, where the apps read them (marketplace/kit/brand.ts). */
import { createHash } from 'node:crypto'
import { BRAND } from '#shared/contract/brand.ts'
import type { Installation } from '#shared/contract/installation.ts'
import type { WORK_PAGES } from '#shared/contract/work-links.ts'
import { accentStyles } from '#shared/rules/site/accent.ts'

/** A document of which nothing is set stays as it was built. */
export function branded(html: string, of: Installation): string {
  const { name, logo, accent, currency } = of
  const said = Object.entries({
    brand: name === BRAND ? null : name,
    logo,
    currency: currency === 'USD' ? null : currency,
    terms: of.terms_version,
    privacy: of.privacy_version,
    retention: Object.keys(of.retention).length === 0 ? null : JSON.stringify(of.retention),
  }).flatMap(([key, value]) => (value === null ? [] : [` data-${key}="${escaped(value)}"`]))
  const styles = brandStyles(of)
  const link =
    styles === null ? '' : `<link rel="stylesheet" href="/brand.css?v=${versionOf(styles)}">\n  </head>`
  // Functions, because a dollar sign in a replacement text has a meaning.
  const marked = html
    .replace('<html lang="en"', (tag) => tag + said.join(''))
    .replace(`<noscript>${BRAND} `, () => `<noscript>${escaped(name)} `)
    .replace(ICON, (tag) => (logo === null ? tag : `<link rel="icon" href="${escaped(logo)}" />`))
  return accent === null ? marked : marked.replace('</head>', () => link)
}

const ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />'

/** Null while the colors are the product's. */
export const brandStyles = ({ accent, accent_dark: dark }: Installation): string | null =>
  accent === null ? null : accentStyles(accent, dark)

/** What a phone that keeps the marketplace or the seller's app on its home screen asks for. */
export const webManifest = (
  { name, logo, accent }: Installation,
  start: '/' | typeof WORK_PAGES.seller,
): object => ({
  name: start === '/' ? name : `${name} Seller`,
  short_name: name,
  start_url: start,
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: accent ?? '#086079',
  icons: [
    logo === null
      ? { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }
      : { src: logo, sizes: 'any', type: 'image/webp' },
  ],
})

/** The longest side of a stored logo. */
export const LOGO_PX = 512

const VERSION_LETTERS = 12
const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, VERSION_LETTERS)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
