/** The servers of docs/embedding.md that answer `/my-token`, by the name of their file. */
import { readFileSync } from 'node:fs'

const GUIDE = new URL('../../docs/embedding.md', import.meta.url)
/** A block whose first comment is the name of its file. */
const BLOCK = /^```\w+\n((?:<\?php\n)?(?:\/\/|#) ([\w./-]+)\n[\s\S]+?)^```$/gm

/** `platUrl` in place of the guide's example. */
export function guideFile(name: string, platUrl = 'https://your-plat'): string {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(BLOCK)
  const [, text] = [...blocks].find(([, , file]) => file === name) ?? []
  if (text === undefined) throw new Error(`docs/embedding.md has no ${name}.`)
  return text.replaceAll('https://your-plat', platUrl)
}
