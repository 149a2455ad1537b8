/** Gives the document or the shadow root of an element a stylesheet, once; adopted, so a strict CSP has nothing to object to. */
export function adopterOf(css: string): (element: Element | null) => void {
  let sheet: CSSStyleSheet | undefined
  return (element) => {
    const root = element?.getRootNode() as Document | ShadowRoot | undefined
    if (!root?.adoptedStyleSheets) return
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
  }
}
