/** Writes a page's head into the document: tags that are there are changed, missing ones added. The title is App's. */
import { headTags, type PageHead } from '#shared/rules/site/page-head.ts'

export function writeHead(document: Document, head: PageHead): void {
  const tags = headTags(head)
  for (const { element, by, says } of tags) {
    const found = document.head.querySelector(`${element}[${by[0]}="${by[1]}"]`)
    const tag = found ?? document.createElement(element)
    tag.setAttribute(...by)
    tag.setAttribute(...says)
    if (found === null) document.head.append(tag)
  }
  if (head.canonical === null)
    for (const stale of document.head.querySelectorAll('link[rel="canonical"], meta[property="og:url"]'))
      stale.remove()
}
