/** Moves the focus to the first field in error, of the dialog that is open or else of the page, once a refused form shows its errors. */
export const focusWrong = () =>
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(
        ':modal [aria-invalid="true"], body:not(:has(:modal)) [aria-invalid="true"]',
      )
      ?.focus(),
  )
