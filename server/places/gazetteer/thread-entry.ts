/** The body of the gazetteer's thread: reads it at the first question, and answers. */
import { parentPort } from 'node:worker_threads'
import { loadGazetteer } from './gazetteer.ts'
import type { Answer, Asked } from './thread.ts'

parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await answerTo(asked)))

async function answerTo({ id, name, given }: Asked): Promise<Answer> {
  try {
    const gazetteer = await loadGazetteer()
    const answer = gazetteer[name] as (...all: unknown[]) => unknown
    return { id, found: answer(...given) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
