/** dist/widget/loader.js: `<script src=".../loader.js" data-api-base=… defer></script>`. */
import { startLine } from './launcher.ts'
import { settingsOf } from './settings.ts'

// Only readable while this very script runs, so at top level and at once.
const script = document.currentScript as HTMLScriptElement | null
if (script) startLine(settingsOf(script, script.src))
