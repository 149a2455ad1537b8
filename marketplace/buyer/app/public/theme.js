// Before the first paint: a theme chosen earlier, so that a dark page never flashes white. Blocking on purpose, and a file
// of its own because the page's CSP allows no inline script. platform/theme-store.ts writes what this reads.
try {
  const chosen = localStorage.getItem('plat.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is blocked: the page follows the system's theme.
}
