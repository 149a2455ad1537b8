/** Gives the document or the shadow root of an element the styles of attachments, once; adopted, so a strict CSP has nothing to object to. */
import css from './attachments.css?inline'

let sheet: CSSStyleSheet | undefined

export function adoptStyles(element: Element | null): void {
  const root = element?.getRootNode() as Document | ShadowRoot | undefined
  if (!root?.adoptedStyleSheets) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
