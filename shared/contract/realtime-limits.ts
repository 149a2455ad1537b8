/** The limits of sockets, of the bus between nodes and of tabs that share a socket. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

/** An unanswered private-channel subscription is given up after this long; ours, Reverb leaves some unanswered. */
export const SUBSCRIBE_TIMEOUT_MS = 10_000
/** Largest frame a socket may send; subscriptions and client events are far smaller. */
export const SOCKET_FRAME_MAX_BYTES = 16 * 1024
/** Channels one socket may be on. */
export const SOCKET_CHANNELS_MAX = 100
/** A socket with more unread bytes than this is dropped; it reconnects and refetches. */
export const SOCKET_BUFFER_MAX_BYTES = 1024 * 1024
/** Sockets of one address without a proven login, and with one. Settings can override them. */
export const SOCKETS_PER_ADDRESS = 200
export const SIGNED_SOCKETS_PER_ADDRESS = 2000
/** How many an address may open at once, and then in a second, as shares of those it may have. */
export const SOCKET_OPENINGS_BURST_SHARE = 2
export const SOCKET_OPENINGS_PER_SECOND_SHARE = 0.1
/** A socket that was closed for what it sent counts as this many openings. */
export const SOCKET_PENALTY_OPENINGS = 20
/** What one socket may send at once, before and after a proven login, and then in a second, before it is closed with 4100. */
export const SOCKET_ANONYMOUS_FRAMES_BURST = 30
export const SOCKET_FRAMES_BURST = 150
export const SOCKET_FRAMES_PER_SECOND = 20
export const SOCKET_PROOFS_PER_SECOND = 10
export const SOCKET_BYTES_BURST = 256 * 1024
export const SOCKET_BYTES_PER_SECOND = 64 * 1024
/** Pieces one frame may come in. */
export const SOCKET_FRAGMENTS_MAX = 16
/** Client events one socket may send in a second before it is answered 4301, as on Pusher Channels. */
export const CLIENT_EVENTS_PER_SECOND = 10
/** How often the server looks for sockets whose login has expired, e.g. with an element's token. */
export const LOGIN_SWEEP_MS = 10_000
/** How long a closing socket may take before it is cut off. */
export const SOCKET_GOODBYE_MS = 1000
/** The same for one that is closed for what it sends, and is no longer read. */
export const SOCKET_REFUSAL_GOODBYE_MS = 200
/** Limits of the signed HTTP API; names, channels and batches as on Pusher Channels, data larger than its 10 KB. */
export const EVENT_NAME_MAX_LENGTH = 200
export const EVENT_CHANNELS_MAX = 100
export const EVENT_DATA_MAX_BYTES = 32 * 1024
export const BATCH_EVENTS_MAX = 10
export const EVENTS_BODY_MAX_BYTES = 512 * 1024
/** A signed call older or newer than this is refused (Pusher protocol). */
export const SIGNATURE_WINDOW_S = 600
/** How long a send waits for its broadcast before it answers; less than the client waits for the send. */
export const BROADCAST_PATIENCE_MS = 500
/** How long a node waits for the other nodes' answers, for Redis to take a command, and for a new connection to be ready. */
export const BUS_ANSWER_TIMEOUT_MS = 1000
export const BUS_COMMAND_TIMEOUT_MS = 2000
export const BUS_DIAL_TIMEOUT_MS = 4000
/** How often a node sends a beat through Redis and looks whether the other nodes are still there. */
export const BUS_BEAT_MS = 1000
/** A connection that missed this many beats is replaced; a node that sent none for this many of ours is gone. */
export const BUS_BEATS_MISSED = 3
export const BUS_BEATS_SILENT = 10
/** Waits before a node reconnects to Redis; the last one repeats. */
export const BUS_REDIAL_DELAYS_MS = [100, 250, 500, 1000, 2000] as const
/** The time over which a node's sockets are asked to reconnect after broadcasts may have been missed. */
export const GAP_SPREAD_MS = 2000
/**
 * Waits before reconnecting while the socket is down; the last one repeats. pusher-js by itself waits 15, 30, then 60 s
 * after a refused connection, which is long for a server that restarts in two.
 */
export const REDIAL_DELAYS_MS = [2000, 4000, 8000, 15_000] as const
/** Tabs that share a socket. A visible tab asks this often whether the leader is awake, and waits this long, twice. */
export const LINE_ASK_MS = 5000
export const LINE_ANSWER_MS = 1000
/** While the socket moves to another tab, the screen shows nothing for this long. */
export const HANDOVER_GRACE_MS = 2000
