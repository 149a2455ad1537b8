/** A deal's description as a seller writes it: paragraphs of HTML as plain paragraphs, which buyers see the same (server/deals/properties/description.ts). */

const HAS_PARAGRAPHS = /<(?:p|div|br)\b/i
const ONLY_PARAGRAPHS = /^(?:[^<]|<\/?(?:p|div)>|<br ?\/?>)*$/i
const WRITTEN_AS: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", nbsp: ' ' }

/** HTML with more in it than paragraphs, such as a list or a link, stays as it is. */
export function plainDescription<T extends string | null>(html: T): T | string {
  if (html === null || !HAS_PARAGRAPHS.test(html) || !ONLY_PARAGRAPHS.test(html)) return html
  return (
    html
      // Line ends between elements are layout of the source.
      .replace(/\s+/g, ' ')
      .replace(/ ?<br ?\/?> ?/gi, '\n')
      .replace(/\s*(?:<\/?(?:p|div)>\s*)+/gi, '\n\n')
      .replace(/&(amp|quot|#39|nbsp);/g, (whole, name) => WRITTEN_AS[name] ?? whole)
      .trim()
  )
}
