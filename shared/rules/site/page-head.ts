/** What a page's head says to search engines and to sites that show a link. Pure: the server writes the same tags as the browser. */
import { BRAND } from '#shared/contract/brand.ts'

export interface PageHead {
  /** Without the brand. */
  readonly title: string
  /** What the installation is called; the product's name without it. */
  readonly brand?: string
  readonly description: string
  readonly robots: 'index, follow' | 'noindex, nofollow'
  /** Absolute address of the one page that stands for all its spellings; null for a page that does not exist. */
  readonly canonical: string | null
  /** Shown beside the link elsewhere; the address is absolute, width and height are in pixels. */
  readonly image?: {
    readonly url: string
    readonly alt: string
    readonly width: number
    readonly height: number
  }
}

export interface HeadTag {
  readonly element: 'meta' | 'link'
  /** The attribute that tells tags apart, with its value. */
  readonly by: readonly [name: string, value: string]
  /** The attribute that carries what is said. */
  readonly says: readonly [name: string, value: string]
}

export const headTitle = (title: string, brand: string = BRAND): string =>
  title === '' ? brand : `${title} · ${brand}`

/** Everything but the title element. */
export function headTags({
  title,
  description,
  robots,
  canonical,
  image,
  brand = BRAND,
}: PageHead): HeadTag[] {
  const meta = (name: string, content: string): HeadTag => ({
    element: 'meta',
    by: ['name', name],
    says: ['content', content],
  })
  const social = (property: string, content: string): HeadTag => ({
    element: 'meta',
    by: ['property', property],
    says: ['content', content],
  })
  return [
    meta('description', description),
    meta('robots', robots),
    social('og:type', 'website'),
    social('og:site_name', brand),
    social('og:title', headTitle(title, brand)),
    social('og:description', description),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('twitter:title', headTitle(title, brand)),
    meta('twitter:description', description),
    ...(image
      ? [
          social('og:image', image.url),
          social('og:image:width', String(image.width)),
          social('og:image:height', String(image.height)),
          social('og:image:alt', image.alt),
          meta('twitter:image', image.url),
        ]
      : []),
    ...(canonical === null
      ? []
      : [
          social('og:url', canonical),
          {
            element: 'link',
            by: ['rel', 'canonical'],
            says: ['href', canonical],
          } satisfies HeadTag,
        ]),
  ]
}
