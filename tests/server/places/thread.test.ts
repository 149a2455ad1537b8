import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createAskGazetteer } from '#server/places/gazetteer/thread.ts'

const thread = (body: string) => new Worker(body, { eval: true })
const DYING = 'process.exit(1)'
const EMPTY = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, found: null }))`

describe('the thread of the gazetteer', () => {
  it('reads the places while this one goes on', async () => {
    const ask = createAskGazetteer()
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    const found = await ask.suggest('houston')
    clearInterval(counting)
    expect(found[0]?.label).toBe('Houston, TX')
    // Read in this thread, it leaves no more than ten.
    expect(turns).toBeGreaterThan(30)
    expect((await ask.zip('77035'))?.label).toBe('77035, Houston, TX')
    expect(await ask.county('00000')).toBeNull()
    expect((await ask.at(29.65, -95.48))[0]?.label).toBe('Houston, TX')
  })

  it('one that ends fails who waits, and the next question begins another', async () => {
    const bodies = [DYING, EMPTY]
    const ask = createAskGazetteer(() => thread(bodies.shift() ?? EMPTY))
    await expect(ask.county('48201')).rejects.toThrow('has ended')
    expect(await ask.county('48201')).toBeNull()
  })

  it('what cannot be read is told to whoever asked', async () => {
    const ask = createAskGazetteer(() => thread('throw new Error("no such package")'))
    await expect(ask.suggest('houston')).rejects.toThrow('no such package')
  })
})
