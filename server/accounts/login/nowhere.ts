/** The address of customers whom nobody can log in as. */
import { randomUUID } from 'node:crypto'

/** `customers.email` is unique and needed. Nothing is delivered to this top-level domain (RFC 2606), so nobody can log in by it. */
export const nowhere = () => `visitor-${randomUUID()}@visitors.invalid`
