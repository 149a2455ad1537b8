/** dist/widget/loader.mjs: the same as a module, by its own script tag or by `startLauncher` from a page's code. */
import { startLauncher } from './launcher.ts'
import { settingsOf } from './settings.ts'

export { settingsOf, startLauncher }

const script = [...document.querySelectorAll('script')].find(({ src }) => src === import.meta.url)
if (script) startLauncher(settingsOf(script, import.meta.url))
