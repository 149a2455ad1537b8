/** `npm run manifest`: writes the tables of docs/embedding.md and widget/custom-elements.json anew. */
import { readFile, writeFile } from 'node:fs/promises'
import { customElements } from './custom-elements.ts'
import { ELEMENT_API } from './manifest.ts'
import { withTables } from './tables.ts'

const PAGE = new URL('../../docs/embedding.md', import.meta.url)
const MANIFEST = new URL('../custom-elements.json', import.meta.url)

await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), ELEMENT_API))
await writeFile(MANIFEST, `${JSON.stringify(customElements(ELEMENT_API), null, 2)}\n`)
