/** No test calls another machine: every Node process of a run starts with the same guard as this one. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { onThisMachine } from '#tests/support/run-folder.ts'

const PROGRAM = `
  import { lookup } from 'node:dns/promises'
  import { createServer } from 'node:http'
  import { connect } from 'node:net'
  import { connect as connectSafely } from 'node:tls'
  const codeOf = (error) => (error.cause ?? error).code
  const failed = (socket) => new Promise((done) => socket.on('error', (error) => done(codeOf(error))))
  const server = createServer((request, reply) => reply.end('here')).listen(0, '127.0.0.1', async () => {
    const port = server.address().port
    const elsewhere = (host, options, done) => done(null, [{ address: '198.51.100.7', family: 4 }])
    console.log(JSON.stringify([
      await (await fetch('http://localhost:' + port)).text(),
      await fetch('http://203.0.113.1/').catch(codeOf),
      await fetch('https://plat.example/').catch(codeOf),
      await lookup('plat.example').catch(codeOf),
      await failed(connect(25, '203.0.113.2')),
      await failed(connectSafely({ host: 'localhost', port, lookup: elsewhere })),
      await failed(connect({ host: '2001:db8::3', port })),
    ]))
    server.close().closeAllConnections()
  })`

it('refuses and records connections to other machines, and allows those to this one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-left-'))
  const file = join(folder, 'attempts')
  const env = { PATH: process.env.PATH, ...onThisMachine(), LEFT_MACHINE: file }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env,
  })
  expect(JSON.parse(stdout)).toEqual(['here', ...Array<string>(6).fill('ENETUNREACH')])
  const reached = [...(await readFile(file, 'utf8')).matchAll(/may not reach (\S+):/g)].map(([, to]) => to)
  const places = ['203.0.113.1', 'plat.example', 'plat.example', '203.0.113.2', '198.51.100.7', '2001:db8::3']
  expect(reached).toEqual(places)
  await rm(folder, { recursive: true })
})
