/** A Laravel app on Debian's php-laravel-framework, with a package or a routes file of the docs in it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const APP = fileURLToPath(new URL('laravel/app/', import.meta.url))

/** `program` is both its artisan (`php`) and its front controller (`php -S`); `folder` is what it writes to. */
export async function laravelApp(example: string) {
  const folder = await mkdtemp(join(tmpdir(), 'plat-laravel-'))
  for (const place of ['bootstrap/cache', 'storage']) await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, 'database.sqlite'), '')
  return {
    folder,
    program: `${APP}index.php`,
    env: {
      APP_FOLDER: folder,
      APP_EXAMPLE: example,
      APP_CONFIG_CACHE: `${APP}config.php`,
      PHP_CLI_SERVER_WORKERS: '3',
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
