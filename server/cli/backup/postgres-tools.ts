/** PostgreSQL's own programs for dumps. They get the address by environment variables, because arguments are shown to every user of a machine. */
import { execFile } from 'node:child_process'
import { CommandFailed } from '#server/cli/command.ts'

export const dumpPostgres = (url: string, file: string): Promise<void> =>
  run('pg_dump', url, ['--format=custom', '--no-owner', '--no-acl', `--file=${file}`])

/** All of it or nothing. */
export const restorePostgres = (url: string, file: string): Promise<void> => {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const how = ['--no-owner', '--no-acl', '--exit-on-error', '--single-transaction']
  return run('pg_restore', url, [...how, `--dbname=${name || 'postgres'}`, file])
}

function run(program: string, url: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...connectionOf(url) }
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { env }, (error, _out, said) => {
      if (error === null) return resolve()
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      const text = isMissing
        ? `${program} is not installed. Install PostgreSQL's client programs, of the server's version or newer.`
        : `${program} failed: ${said.trim() || error.message}`
      reject(new CommandFailed(text))
    })
  })
}

function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const sslMode = searchParams.get('sslmode')
  const socket = searchParams.get('host')
  return {
    PGHOST: socket ?? hostname,
    ...(port === '' ? {} : { PGPORT: port }),
    ...(username === '' ? {} : { PGUSER: decodeURIComponent(username) }),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    ...(pathname.length > 1 ? { PGDATABASE: decodeURIComponent(pathname.slice(1)) } : {}),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
  }
}
