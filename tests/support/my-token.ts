/** The servers of docs/embedding.md that answer `/my-token`, by the name of their file. */
import { readFileSync } from 'node:fs'

const GUIDE = new URL('../../docs/embedding.md', import.meta.url)
const BLOCK = /^```\w+\n(?:\/\/|#) ([\w.-]+)\n([\s\S]+?)^```$/gm

export function guideFile(name: string): string {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(BLOCK)
  const [, , text] = [...blocks].find(([, file]) => file === name) ?? []
  if (text === undefined) throw new Error(`docs/embedding.md has no ${name}.`)
  return text
}
