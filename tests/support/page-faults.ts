/**
 * What a machine can tell of a page's looks: runs in the page and names each fault in a line. Functions in it are declared, not
 * assigned: tsx wraps the latter in a helper that the page does not have.
 */
export function pageFaults(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}${widest()}`)
  const headings = all('h1')
  const hasDialog = document.querySelector('dialog:modal') !== null
  if (!hasDialog && headings.length !== 1)
    faults.push(`${headings.length} h1: ${headings.map(said).join(' | ')}`)
  const main = document.querySelector('main')
  if (!main) faults.push('no main')
  else if (!hasDialog && !main.textContent?.trim()) faults.push('an empty main')
  for (const image of all('img') as HTMLImageElement[])
    if (image.complete && image.naturalWidth === 0 && image.currentSrc)
      faults.push(`a picture that failed: ${image.currentSrc}`)
  for (const one of all('button, a, input, select, textarea, [role=button], [role=switch]')) checkControl(one)
  for (const one of all(':is(button, a, summary, [role=button], [role=switch])[aria-label]')) checkName(one)
  for (const one of all('main *, header *, nav *, dialog *')) checkText(one)
  // What fills the window scrolls within itself.
  const filled = all('body > div > .h-dvh, body > div > [data-screen]').some(
    (one) => getComputedStyle(one).overflowY === 'hidden',
  )
  if (filled && root.scrollHeight > innerHeight + 1)
    faults.push(`scrolls ${root.scrollHeight - innerHeight} px below what fills the window`)
  checkBars()
  // One that is hidden until it speaks is new to a screen reader when it does, and may not be read out.
  for (const one of document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]'))
    if (getComputedStyle(one).display === 'none' && one.parentElement?.checkVisibility())
      faults.push(
        `a live region that is hidden while it is empty: ${said(one)} in ${said(one.parentElement)}`,
      )
  return faults

  /** Bars across the window that stay while the page scrolls leave at least half of it to the page. */
  function checkBars() {
    const bars = all('body *').filter((one) => {
      const { position } = getComputedStyle(one)
      const { top, bottom, width, height } = one.getBoundingClientRect()
      const isBar = position === 'fixed' || position === 'sticky'
      return isBar && top < innerHeight && bottom > 0 && width > innerWidth / 2 && height < innerHeight
    })
    const taken = bars.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)
    if (!hasDialog && taken > innerHeight / 2)
      faults.push(`bars take ${Math.round(taken)} of ${innerHeight} px: ${bars.map(said).join(' and ')}`)
  }

  function all(selector: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
  }

  function said(one: Element): string {
    const words = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `${one.localName} "${words.slice(0, 40)}"`
  }

  function widest(): string {
    const out = all('body *').filter(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !isScrolled(one),
    )
    return ` by ${out.slice(-2).map(said).join(' and ')}`
  }

  function isScrolled(one: Element): boolean {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true
    return false
  }

  function checkControl(one: HTMLElement) {
    const box = one.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return
    const style = getComputedStyle(one)
    if (style.clipPath !== 'none' || Number(style.opacity) === 0) return
    if (!isScrolled(one) && (box.right > root.clientWidth + 1 || box.left < -1))
      if (box.right > 0 && style.position !== 'fixed') faults.push(`sticks out: ${said(one)}`)
    checkDate(one, box)
    checkChoice(one, box)
    checkCover(one, box)
    checkTarget(one, box)
  }

  /** At least 24 by 24 px to press (WCAG 2.5.8), with its label and what it spreads over its surroundings. A link within a sentence is as high as its line. */
  function checkTarget(one: HTMLElement, box: DOMRect) {
    if (one.matches(':disabled')) return
    if (['inline', 'inline-block'].includes(getComputedStyle(one).display) && isInSentence(one)) return
    const labels = [...((one as HTMLInputElement).labels ?? [])]
    const spread = [one, ...labels]
      .flatMap((each) => ['::before', '::after'].map((part) => getComputedStyle(each, part)))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map(({ width, height }) => ({ width: Number.parseFloat(width), height: Number.parseFloat(height) }))
    const boxes = [box, ...labels.map((label) => label.getBoundingClientRect()), ...spread]
    const [width, height] = [
      Math.max(...boxes.map((each) => each.width)),
      Math.max(...boxes.map((each) => each.height)),
    ]
    if (width < 23.5 || height < 23.5)
      faults.push(`${Math.round(width)} by ${Math.round(height)} px to press: ${said(one)}`)
  }

  /** Who presses by voice says what they see (WCAG 2.5.3): each piece of text that a control shows is in its name. */
  function checkName(one: HTMLElement) {
    const name = plain(one.ariaLabel)
    for (const at of [one, ...one.querySelectorAll<HTMLElement>('*')]) {
      const { width } = at.getBoundingClientRect()
      if (width <= 1 || !at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      for (const node of at.childNodes) {
        const text = node.nodeType === 3 ? plain(node.textContent) : ''
        // A letter alone is a picture of a person.
        if (/\d|\p{L}{2}/u.test(text) && !name.includes(text))
          faults.push(`shows “${text}” and is named “${name}”`)
      }
    }
  }

  function plain(text: string | null): string {
    return (text ?? '').toLowerCase().replace(/\s+/g, ' ').trim()
  }

  function isInSentence(one: HTMLElement): boolean {
    const around = [...(one.parentElement?.childNodes ?? [])].filter(
      (node) => !(node instanceof Element && node.matches('a, button')),
    )
    return /\p{L}{2}/u.test(around.map((node) => node.textContent ?? '').join(' '))
  }

  /** A date or time that does not fit its field is cut off in it, and nothing of it can be measured but the width it would take. */
  function checkDate(one: HTMLElement, box: DOMRect) {
    if (!one.matches('[type=date], [type=time], [type=datetime-local]')) return
    const before = one.style.width
    one.style.width = 'max-content'
    const { width } = one.getBoundingClientRect()
    one.style.width = before
    if (width > box.width + 1) faults.push(`cut off by ${Math.round(width - box.width)} px: ${said(one)}`)
  }

  /** The words of a choice are cut off at the arrow, and nothing of them can be measured but the width that the choice would take. */
  function checkChoice(one: HTMLElement, box: DOMRect) {
    if (!one.matches('select')) return
    const before = one.style.cssText
    one.style.cssText += '; width: max-content; min-width: 0; max-width: none; field-sizing: content'
    const { width } = one.getBoundingClientRect()
    one.style.cssText = before
    if (width > box.width + 1)
      faults.push(`cuts its choice off by ${Math.round(width - box.width)} px: ${said(one)}`)
  }

  /** In view, and the point in its middle belongs to something fixed that it is no part of. */
  function checkCover(one: HTMLElement, box: DOMRect) {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return
    const top = document.elementFromPoint(x, y)
    if (!top || one.contains(top) || top.contains(one) || top.closest('label')?.contains(one)) return
    if (top.closest('dialog') && !one.closest('dialog')) return
    const bar = barOf(top)
    const own = one.closest('label')
    if (own?.contains(top)) return
    // What scrolls can be brought out from below a bar.
    const page = document.scrollingElement
    const left = page ? page.scrollHeight - page.clientHeight - page.scrollTop : 0
    if ((bar && (left > 100 || box.bottom - left <= bar.getBoundingClientRect().top)) || isScrolled(one))
      return
    faults.push(`covered by ${said(top)}: ${said(one)}`)
  }

  /** What it lies in that stays while the page scrolls. */
  function barOf(one: Element): Element | null {
    let at: Element | null = one
    while (at && !['fixed', 'sticky'].includes(getComputedStyle(at).position)) at = at.parentElement
    return at
  }

  function checkText(one: HTMLElement) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!hasText) return
    const style = getComputedStyle(one)
    const box = one.getBoundingClientRect()
    if (box.width <= 1 || style.clipPath !== 'none') return
    if (['hidden', 'clip'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1)
      if (style.textOverflow !== 'ellipsis') faults.push(`cut off: ${said(one)}`)
    if (
      ['hidden', 'clip'].includes(style.overflowY) &&
      one.scrollHeight > one.clientHeight + 3 &&
      style.webkitLineClamp === 'none'
    )
      faults.push(`cut off below: ${said(one)}`)
    for (const node of one.childNodes) if (node.nodeType === 3) checkWords(node as Text, one)
    checkBoxes(one)
    if (/[a-z]{3}/i.test(one.textContent ?? '') && box.width < 30 && box.height > 60)
      faults.push(`broken into a column: ${said(one)}`)
  }

  /** Its own words lie within each box around them, up to one that scrolls, cuts or is placed elsewhere. */
  function checkBoxes(one: HTMLElement) {
    const range = document.createRange()
    const lines = [...one.childNodes].flatMap((node) => {
      if (node.nodeType !== 3 || !node.textContent?.trim()) return []
      range.selectNodeContents(node)
      return [...range.getClientRects()].filter(({ width }) => width > 1)
    })
    const [left, right] = [
      Math.min(...lines.map((line) => line.left)),
      Math.max(...lines.map((line) => line.right)),
    ]
    for (let at: HTMLElement | null = one; at && at !== document.body; at = at.parentElement) {
      const { display, overflowX, position } = getComputedStyle(at)
      if (overflowX !== 'visible') return
      const box = at.getBoundingClientRect()
      const isBox = !['inline', 'contents'].includes(display) && !fillsScroller(at)
      if (isBox && (left < box.left - 1 || right > box.right + 1)) {
        const by = Math.round(Math.max(box.left - left, right - box.right))
        faults.push(`runs ${by} px out of ${at.localName}: ${said(one)}`)
        return
      }
      if (['absolute', 'fixed'].includes(position)) return
    }
  }

  /** As wide as the sideways scroller around it, which shows what runs out of it. */
  function fillsScroller(one: HTMLElement): boolean {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX === 'auto')
        return at.scrollWidth > at.clientWidth && one.offsetWidth === at.clientWidth
    return false
  }

  function checkWords(node: Text, one: HTMLElement) {
    if (one instanceof SVGElement) return
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()]
    if (
      /^[−-]?\$[\d,.]+[KM]?$/.test(node.data.trim()) &&
      new Set(lines.map(({ top }) => Math.round(top))).size > 1
    )
      faults.push(`a broken amount: ${said(one)}`)
    if (one.closest('nav li, nav.profile-nav') && lines.length > 1) faults.push(`a wrapped tab: ${said(one)}`)
    if (lines.length > 1 && hasBrokenWord(node, range)) faults.push(`a word broken in two: ${said(one)}`)
    if (isScrolled(one)) return
    // Its end lies under a control that it is no part of.
    const last = lines.at(-1)
    if (!last || last.width < 4 || last.right > innerWidth || last.bottom > innerHeight || last.top < 0)
      return
    const top = document
      .elementFromPoint(last.right - 2, last.top + last.height / 2)
      ?.closest('button, a, input, select')
    if (
      !top ||
      top.contains(one) ||
      one.contains(top) ||
      top.closest('dialog, [popover]') !== one.closest('dialog, [popover]')
    )
      return
    const isStretched =
      getComputedStyle(top, '::after').position === 'absolute' ||
      getComputedStyle(top).position === 'absolute'
    if (barOf(top) === barOf(one) && !isStretched && !one.closest('button, a, label'))
      faults.push(`words under ${said(top)}: ${said(one)}`)
  }

  /** A word of usual length continues on the next line. Addresses of mails and pages may. */
  function hasBrokenWord(node: Text, range: Range): boolean {
    for (const { 0: word, index } of node.data.matchAll(/(?<![^\s(“])\p{L}{4,14}(?![^\s,.;:!?)”])/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true
    }
    return false
  }
}
