/**
 * Focuses what replaces a pressed control, as its `ref`. One function for all, so that React calls it when the element comes
 * and not after each letter.
 */
export const focusOnce = (element: HTMLElement | null): void => element?.focus()
