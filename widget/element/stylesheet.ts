/** The one stylesheet that every messenger of a page shares; adopted, so a strict CSP has nothing to object to. */
import css from '../ui/messenger.css?inline'

let shared: CSSStyleSheet | undefined

/** Made when the first element needs it, so that importing this in Node does nothing. */
export function messengerSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(css)
  }
  return shared
}
