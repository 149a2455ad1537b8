/** One page for somebody who lends on the deal: the browser's print has “Save as PDF”. What is longer is left out. */
export function printForLender(): void {
  const root = document.documentElement
  root.dataset.print = 'lender'
  window.addEventListener('afterprint', () => delete root.dataset.print, { once: true })
  window.print()
}
