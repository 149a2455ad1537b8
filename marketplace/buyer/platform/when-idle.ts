/** Runs it when the browser has nothing better to do. Safari has no idle callback. */
export const idleOf = (window: Window) => (run: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 200)
}
