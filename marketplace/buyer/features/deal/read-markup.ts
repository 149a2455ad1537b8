/** A small reader of cleaned markup: a tree of the few elements a description may have. Unknown tags vanish, their text stays. */

const TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const
type Tag = (typeof TAGS)[number]

export type MarkupNode =
  | string
  | { readonly tag: Tag; readonly href: string | null; readonly children: readonly MarkupNode[] }

interface Open {
  readonly tag: Tag
  readonly href: string | null
  readonly children: MarkupNode[]
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|([^<]+)|</gi

/** Never throws; what is not closed is closed at the end. */
export function readMarkup(html: string): readonly MarkupNode[] {
  const root: MarkupNode[] = []
  const open: Open[] = []
  const add = (node: MarkupNode) => (open.at(-1)?.children ?? root).push(node)
  for (const [whole, slash, name = '', attributes = '', text] of html.matchAll(TOKEN)) {
    const tag = TAGS.find((known) => known === name.toLowerCase())
    if (text !== undefined || name === '') {
      const words = decodeEntities(text ?? whole)
      // Line ends between elements are layout of the source.
      if (words.trim() !== '' || open.length > 0) add(words)
    } else if (tag === undefined) continue
    else if (tag === 'br') add({ tag, href: null, children: [] })
    else if (slash) close(open, tag)
    else {
      const node: Open = { tag, href: tag === 'a' ? hrefOf(attributes) : null, children: [] }
      add(node)
      open.push(node)
    }
  }
  return root
}

function close(open: Open[], tag: Tag): void {
  const at = open.findLastIndex((node) => node.tag === tag)
  if (at >= 0) open.length = at
}

function hrefOf(attributes: string): string | null {
  const found = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)
  const href = found?.[1] ?? found?.[2]
  return href === undefined ? null : decodeEntities(href)
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
