/** Who is on which channel of this node, and the fan-out to them. Knows neither signatures nor other nodes. */
import type { Connection } from './connection.ts'
import { buildFrame, CODE } from './protocol.ts'

/** An event on its way to a channel; `data` is JSON text. */
export interface Delivery {
  channel: string
  event: string
  data: string | null
  /** Socket id that is spared, usually the sender's. */
  except: string | null
}

/** Pseudo channel of one signed-in user, as `sendToUser` of the server packages names it. */
export const USER_CHANNEL = '#server-to-user-'

export class Hub {
  readonly connections = new Set<Connection>()
  readonly #channels = new Map<string, Set<Connection>>()
  readonly #users = new Map<string, Set<Connection>>()
  #subscriptions = 0

  get subscriptions(): number {
    return this.#subscriptions
  }

  add(connection: Connection): void {
    this.connections.add(connection)
  }

  /** Forgets a socket and everything it was on. */
  remove(connection: Connection): void {
    this.connections.delete(connection)
    for (const channel of [...connection.channels]) this.unsubscribe(connection, channel)
    for (const user of connection.users) leave(this.#users, user, connection)
    connection.users.clear()
  }

  subscribe(connection: Connection, channel: string): void {
    if (connection.channels.has(channel)) return
    connection.channels.add(channel)
    join(this.#channels, channel, connection)
    this.#subscriptions += 1
  }

  unsubscribe(connection: Connection, channel: string): void {
    if (!connection.channels.delete(channel)) return
    leave(this.#channels, channel, connection)
    this.#subscriptions -= 1
  }

  /** From now on this socket is one of the user's. */
  identify(connection: Connection, user: string): void {
    connection.users.add(user)
    join(this.#users, user, connection)
  }

  /** Writes one frame, once, and hands it to every listener but the excepted one. */
  deliver({ channel, event, data, except }: Delivery): void {
    const listeners = this.#listeners(channel)
    if (!listeners) return
    const frame = buildFrame(event, { channel, data })
    for (const connection of listeners) {
      const isUnheard = connection.unheard?.get(channel)?.includes(event) ?? false
      if (connection.socketId !== except && !isUnheard) connection.send(frame)
    }
  }

  /** Closes a user's sockets so that they stay away. */
  terminate(user: string): void {
    for (const connection of [...(this.#users.get(user) ?? [])])
      connection.close(CODE.unauthorised, 'You were signed out.')
  }

  /** Closes the sockets whose login has ended by itself; they come back and have to prove themselves anew. */
  closeEnded(nowMs: number): void {
    for (const connection of this.connections)
      if (connection.endsAtMs <= nowMs) connection.close(CODE.reconnect, 'The login has ended.')
  }

  count(channel: string): number {
    return this.#channels.get(channel)?.size ?? 0
  }

  /** Occupied channels whose names start with `prefix`, with the number of sockets on each. */
  counts(prefix: string): Record<string, number> {
    const occupied = [...this.#channels].filter(([channel]) => channel.startsWith(prefix))
    return Object.fromEntries(occupied.map(([channel, members]) => [channel, members.size]))
  }

  #listeners(channel: string): Set<Connection> | undefined {
    return channel.startsWith(USER_CHANNEL)
      ? this.#users.get(channel.slice(USER_CHANNEL.length))
      : this.#channels.get(channel)
  }
}

function join(groups: Map<string, Set<Connection>>, name: string, connection: Connection): void {
  const group = groups.get(name)
  if (group) group.add(connection)
  else groups.set(name, new Set([connection]))
}

function leave(groups: Map<string, Set<Connection>>, name: string, connection: Connection): void {
  const group = groups.get(name)
  group?.delete(connection)
  if (group?.size === 0) groups.delete(name)
}
