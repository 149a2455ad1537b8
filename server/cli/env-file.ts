/** Changes single variables of an environment file such as plat.env; everything else in it stays as it is. */
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

const SECRET_BYTES = 32
const OWN_FILE = 0o600

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** The text of the file with these values, the commented and empty ones filled in where they are. */
export function withVariables(text: string, values: Readonly<Record<string, string>>): string {
  let changed = text
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (line.test(changed)) changed = changed.replace(line, () => `${name}=${value}`)
    else changed = `${changed.replace(/\n?$/, changed === '' ? '' : '\n')}${name}=${value}\n`
  }
  return changed
}

/** Empty when there is no such file. */
export const readEnvFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** Replaced as a whole, readable by its owner alone. */
export async function writeEnvFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${newSecret().slice(0, 8)}`
  await writeFile(unfinished, text, { mode: OWN_FILE })
  await rename(unfinished, path)
}
