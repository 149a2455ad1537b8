/** dist/widget/loader.js: `<script src=".../loader.js" data-api-base=… defer></script>`. */
import { startLine } from './launcher.ts'
import { settingsOf } from './settings.ts'

// Only readable while this very script runs, so at top level and at once.
const script = document.currentScript as HTMLScriptElement | null
if (script) {
  const settings = settingsOf(script, script.src)
  if (document.body) startLine(settings)
  else document.addEventListener('DOMContentLoaded', () => startLine(settings))
}
