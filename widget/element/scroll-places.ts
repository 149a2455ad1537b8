/** Where the panels are scrolled to. A browser forgets it when the element is moved in the DOM, and a person would lose their place. */

/** The returned function puts every panel that is still there back to its place. */
export function keepScrollPlaces(root: ShadowRoot): () => void {
  const places = new Map<Element, number>()
  const put = () => {
    for (const [panel, top] of places) {
      if (root.contains(panel)) panel.scrollTop = top
      else places.delete(panel)
    }
  }
  root.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof Element)) return
      // A thread that was closed is not held on to.
      if (!places.has(target))
        for (const panel of places.keys()) if (!root.contains(panel)) places.delete(panel)
      places.set(target, target.scrollTop)
    },
    { capture: true, passive: true },
  )
  return put
}
