/** The keyboard goes to the first field that is wrong, once React has drawn what is. */
export const focusWrong = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
