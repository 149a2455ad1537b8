/** dist/widget/loader.js: `<script src=".../loader.js" data-api-base=… defer></script>`. */
import { startLauncher } from './launcher.ts'
import { settingsOf } from './settings.ts'

// Only readable while this very script runs, so at top level and at once.
const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  const settings = settingsOf(script, script.src)
  if (document.body) startLauncher(settings)
  else document.addEventListener('DOMContentLoaded', () => startLauncher(settings))
}
