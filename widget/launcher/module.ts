/** dist/widget/loader.mjs: the same as a module, by its own script tag or by `startLauncher` from a page's code. */
import { startLine } from './launcher.ts'
import { settingsOf } from './settings.ts'

export { settingsOf, startLine as startLauncher }

const script = [...document.scripts].find(({ src }) => src === import.meta.url)
if (script) startLine(settingsOf(script, import.meta.url))
