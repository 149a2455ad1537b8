import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from './open-database.ts'

export function logOutages({ log }: FastifyInstance, database: OpenDatabase): void {
  database.onChange((isUp, error) => {
    if (isUp) log.warn('PostgreSQL answers again')
    else log.error({ err: error }, 'PostgreSQL does not answer; requests get 503 until it does')
  })
}
