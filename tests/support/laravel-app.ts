/** A Laravel app on Debian's php-laravel-framework, with the package of docs/examples in it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const APP = fileURLToPath(new URL('laravel/app/', import.meta.url))
const EXAMPLE = fileURLToPath(new URL('../../docs/examples/laravel', import.meta.url))

/** Writes to `folder`. `program` is both its artisan (`php`) and its front controller (`php -S`). */
export async function laravelApp(folder: string) {
  for (const place of ['bootstrap/cache', 'storage']) await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, 'database.sqlite'), '')
  const env = { APP_FOLDER: folder, APP_EXAMPLE: EXAMPLE, APP_CONFIG_CACHE: `${APP}config.php` }
  return { program: `${APP}index.php`, env }
}
