/** A legal text as sections. Of Markdown it knows headings, paragraphs and lists; everything else is shown as it is written, so nothing of it can be markup. */

export interface LegalSection {
  /** The anchor. */
  readonly id: string
  readonly title: string
  /** Paragraphs; a list is a paragraph of several points. */
  readonly text: readonly (string | readonly string[])[]
  /** Of the product's text: what the company that runs the site must have a lawyer check. */
  readonly check?: string
}

/** What stands above the first heading is a section called `opening`. */
export function legalSections(markdown: string, opening: string): LegalSection[] {
  const parts = markdown.replaceAll('\r\n', '\n').split(/^#{1,6}[ \t]+/m)
  const [above = '', ...headed] = parts
  const sections = headed.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title: title.replace(/[ \t#]+$/, ''), text: blocksOf(lines.join('\n')) }
  })
  const first = blocksOf(above)
  const all = first.length > 0 ? [{ title: opening, text: first }, ...sections] : sections
  return all.map(({ title, text }, index) => ({ id: idOf(title, index), title, text }))
}

/** A list may follow its paragraph without an empty line. */
const blocksOf = (text: string) =>
  text
    .replace(/^(?![-*][ \t])(.+)\n(?=[-*][ \t])/gm, '$1\n\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf)

function blockOf(block: string): string | string[] {
  const points = block.split(/^[-*][ \t]+/m)
  const isList = points[0] === '' && points.length > 1
  return isList ? points.slice(1).map(oneLine) : oneLine(block)
}

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ')

const idOf = (title: string, index: number): string => {
  const words = title.toLowerCase().match(/[a-z\d]+/g)
  return `${index + 1}-${(words ?? ['section']).join('-')}`.slice(0, 60)
}
