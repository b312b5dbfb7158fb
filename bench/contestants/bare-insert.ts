import { COLUMNS, toContact } from './bare-contact.ts'
import { createBarePool, KEY_ID, serveBare, WORKSPACE_ID } from './bare-server.ts'

/** (b) The usual way: one prepared INSERT for every request. */
const pool = createBarePool()

serveBare(201, async (body) => {
  const contact = toContact(body)
  await pool.query({
    name: 'insert',
    text: `insert into contacts (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      WORKSPACE_ID,
      contact.id,
      contact.first_name,
      contact.last_name,
      contact.email,
      contact.email?.toLowerCase() ?? null,
      contact.company,
      contact.utm_source,
      contact.utm_medium,
      JSON.stringify(contact.extra),
      KEY_ID,
      contact.created_at,
    ],
  })
  return { success: true, data: contact }
})
