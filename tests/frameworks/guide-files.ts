/** The files of docs/embedding.md that an embedder copies: each code block whose first line is a comment with a file's name. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const GUIDE = fileURLToPath(new URL('../../docs/embedding.md', import.meta.url))
const BLOCK = /^```\w+\n(?:\/\/|<!--) ([\w.-]+\.(?:ts|tsx|js|vue|svelte))(?: -->)?\n([\s\S]+?)^```$/gm

/** What the guide says in the place of an embedder's own address and key. */
export interface Place {
  url: string
  key: string
}

/** Every file by its name, with a real server in the place of the guide's. */
export function guideFiles({ url, key }: Place): ReadonlyMap<string, string> {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(BLOCK)
  return new Map(
    [...blocks].map(([, name = '', text = '']) => [
      name,
      text.replaceAll('https://your-plat', url).replaceAll('your-key', key),
    ]),
  )
}
