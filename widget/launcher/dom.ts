/** Makes elements without markup text, so that enforced Trusted Types have nothing to object to. */

const SVG = 'http://www.w3.org/2000/svg'

export const make = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, string> = {},
  ...children: Node[]
): HTMLElementTagNameMap[T] => dressed(document.createElement(tag), attributes, ...children)

/** A line drawing on a 24 x 24 grid. */
export const icon = (d: string): SVGElement =>
  dressed(
    document.createElementNS(SVG, 'svg'),
    { viewBox: '0 0 24 24' },
    dressed(document.createElementNS(SVG, 'path'), { d }),
  )

/** Adopts the stylesheet instead of writing it into the root: a strict policy has nothing against it. */
export const dressRoot = (root: ShadowRoot, css: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}

const dressed = <E extends Element>(
  element: E,
  attributes: Record<string, string>,
  ...children: Node[]
): E => {
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '')
  element.append(...children)
  return element
}
