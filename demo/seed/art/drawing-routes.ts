/** Serves the drawings of the made-up deals. None is a file: each is drawn from the number in its name. */
import type { FastifyInstance } from 'fastify'
import { drawingOf } from './draw.ts'

/** Beside drawings that are files; a drawing of a number never changes, so it may be kept for ever. */
export function registerDrawings(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    '/drawings/seeded/:name',
    { config: { rateLimit: false }, schema: { hide: true } },
    async (request, reply) => {
      const drawing = drawingOf(request.params.name)
      if (drawing === null) return reply.callNotFound()
      reply.header('Cache-Control', 'public, max-age=31536000, immutable')
      return reply.type('image/svg+xml; charset=utf-8').send(drawing)
    },
  )
}
