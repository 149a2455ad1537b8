/** A deal's description as HTML that may stand on our page: a few harmless tags, and links that vouch for nobody. */
import sanitizeHtml from 'sanitize-html'
import {
  redactOtherStreets,
  redactStreetInHtml,
  type StreetPlace,
  tellsOtherStreet,
} from '#shared/rules/deals/redaction/redact-street.ts'

interface ShownTo {
  row: StreetPlace
  isHidden: boolean
  /** The seller's other deals with a hidden street. */
  others?: readonly StreetPlace[]
}

/** Null when nothing is left of it. `isHidden` takes the street out, and links, which lead anywhere. */
export function cleanDescription(
  html: string | null,
  { row, isHidden, others = [] }: ShownTo,
): string | null {
  if (html === null) return null
  const clean = sanitizeHtml(
    IS_HTML.test(html) || !html.includes('\n') ? html : paragraphsOf(html),
    isHidden ? WITHOUT_LINKS : withLinks((href) => !tellsOtherStreet(href, others, row)),
  ).trim()
  if (clean === '') return null
  const own = isHidden ? redactStreetInHtml(clean, row) : clean
  return redactOtherStreets(own, others, { own: row, isHtml: true })
}

const IS_HTML = /<\/?(?:p|br|div|ul|ol|li|strong|b|em|i|a)\b/i

/** What was typed as plain text keeps its paragraphs and line breaks. */
const paragraphsOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br />')}</p>`)
    .join('')

const TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li']

const WITHOUT_LINKS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {},
  // An older editor's names for the same.
  transformTags: { b: 'strong', i: 'em', div: 'p' },
}

/** A link whose target is not allowed keeps its words. */
const withLinks = (isAllowed: (href: string) => boolean): sanitizeHtml.IOptions => ({
  ...WITHOUT_LINKS,
  allowedTags: [...TAGS, 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    ...WITHOUT_LINKS.transformTags,
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href && isAllowed(href) ? { href } : {}), rel: 'nofollow ugc' },
    }),
  },
})
