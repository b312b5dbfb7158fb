import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startServer } from '../../helpers/server.ts'
import { addPerson } from '../../helpers/session.ts'

// Files as other programs export them, with their header rows. docs/how-to/move.md says how to get such a file.

const server = await startServer()

async function read(file: string, workspaceId?: string) {
  const key = await server.key({ workspaceId: workspaceId ?? (await server.workspace()) })
  const headers = { 'content-type': 'text/csv' }
  const answer = await server.send('POST', '/v1/contacts/imports?dry_run=true', { key, body: file, headers })
  assert.equal(answer.status, 200, answer.text)
  const { columns, contacts, rows, good, warnings } = answer.body.data
  assert.deepEqual(warnings, [])
  assert.equal(good, rows)
  const uses = columns.map((column: { name: string; use: string; field: string | null }) => [
    column.name,
    column.use === 'field' || column.use === 'lead' ? column.field : column.use,
  ])
  return { uses: Object.fromEntries(uses), contacts }
}

describe('what other programs export is read as it is meant', () => {
  test('listmonk: subscribers', async () => {
    // cmd/subscribers.go of knadh/listmonk writes this header; times are those of Go.
    const { uses, contacts } = await read(
      [
        'uuid,email,name,attributes,status,created_at,updated_at',
        '5a837423-a186-5623-9a87-82691cbe3631,ana@example.com,Ana Silva,"{""city"": ""Lisbon"", ""likes"": [""tea""]}",enabled,2025-03-01 09:30:00.1 +0000 UTC,2025-03-01 09:30:00.1 +0000 UTC',
        'b1a6ef0e-2b9f-4ad1-9ad5-6b3a7e0b2f11,ben@example.com,,{},blocklisted,2025-03-02 09:30:00.1 +0000 UTC,2025-03-02 09:30:00.1 +0000 UTC',
      ].join('\n'),
    )
    assert.deepEqual(uses, {
      uuid: 'extra',
      email: 'email',
      name: 'full_name',
      attributes: 'extra',
      status: 'status',
      created_at: 'ignored',
      updated_at: 'ignored',
    })
    const [ana, ben] = contacts
    assert.deepEqual([ana.first_name, ana.last_name, ana.email, ana.status], ['Ana', 'Silva', 'ana@example.com', 'new'])
    assert.deepEqual(ana.extra, {
      uuid: '5a837423-a186-5623-9a87-82691cbe3631',
      name: 'Ana Silva',
      attributes: '{"city": "Lisbon", "likes": ["tea"]}',
      status: 'enabled',
    })
    assert.deepEqual([ben.first_name, ben.extra.status], ['ben', 'blocklisted'])
  })

  test('listmonk: attributes become additional fields when their column is called extra', async () => {
    const { contacts } = await read('email,name,extra\nana@example.com,Ana,"{""city"": ""Lisbon"", ""orders"": 3}"')
    assert.deepEqual(contacts[0].extra, { name: 'Ana', city: 'Lisbon', orders: 3 })
  })

  test('Mailchimp: an audience', async () => {
    const { uses, contacts } = await read(
      [
        '"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
        'ana@example.com,Ana,Silva,,"+351 210",,4,"2024-03-14 09:12:31",192.0.2.1,"2024-03-14 09:14:00",192.0.2.1,,,0,1,Europe/Lisbon,pt,11,"2024-03-14 09:14:00",123,abc,,"""VIP"",""Lisbon, fair"""',
      ].join('\n'),
    )
    const [address, first, last, phone, tags] = ['Email Address', 'First Name', 'Last Name', 'Phone Number', 'TAGS']
    assert.deepEqual(
      [uses[address!], uses[first!], uses[last!], uses[phone!], uses[tags!], uses.LEID],
      ['email', 'first_name', 'last_name', 'extra', 'tags', 'extra'],
    )
    const [ana] = contacts
    assert.deepEqual([ana.first_name, ana.last_name, ana.email], ['Ana', 'Silva', 'ana@example.com'])
    assert.deepEqual(ana.tags, ['vip', 'lisbon fair'])
    assert.equal(ana.extra.phone, '+351 210')
  })

  test('HubSpot: contacts, where other columns than those of a person are called almost the same', async () => {
    const workspaceId = await server.workspace()
    const { id: owner } = await addPerson(server, { workspaceId })
    await server.sql('update users set name = $2 where id = $1', [owner, 'Ben Ode'])
    const { uses, contacts } = await read(
      [
        'Record ID,Work email,First Name,Last Name,Email,Phone Number,Contact owner,Primary Associated Company ID,Last Activity Date,Lead Status,Marketing contact status,Create Date,Company Name,Lifecycle Stage,Original Traffic Source',
        '901,,Ana,Silva,ana@example.com,+351 210,Ben Ode,77,2025-03-01 09:30,New,Marketing contact,2024-03-12 09:14,Example Ltd,Lead,Organic search',
        '902,,Bo,,bo@example.com,,Somebody else,,,Attempted to contact,,2024-03-12 09:14,,,',
      ].join('\n'),
      workspaceId,
    )
    assert.deepEqual(uses, {
      'Record ID': 'extra',
      'Work email': 'extra',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Email: 'email',
      'Phone Number': 'extra',
      'Contact owner': 'owner',
      'Primary Associated Company ID': 'extra',
      'Last Activity Date': 'extra',
      'Lead Status': 'status',
      'Marketing contact status': 'extra',
      'Create Date': 'extra',
      'Company Name': 'company',
      'Lifecycle Stage': 'extra',
      'Original Traffic Source': 'utm_source',
    })
    const [ana, bo] = contacts
    assert.deepEqual(
      [ana.email, ana.company, ana.utm_source, ana.status, ana.owner_id],
      ['ana@example.com', 'Example Ltd', 'Organic search', 'new', owner],
    )
    assert.deepEqual([bo.status, bo.owner_id], ['new', null])
    assert.deepEqual(
      [bo.extra['Lead Status'], bo.extra['Contact owner']],
      ['Attempted to contact', 'Somebody else'],
      'what means nothing here is kept',
    )
  })

  test('a name that two people of the team have decides about no owner', async () => {
    const workspaceId = await server.workspace()
    for (const { id } of [await addPerson(server, { workspaceId }), await addPerson(server, { workspaceId })]) {
      await server.sql('update users set name = $2 where id = $1', [id, 'Ben Ode'])
    }
    const { contacts } = await read('First Name,Email,Contact owner\nAna,ana@example.com,Ben Ode', workspaceId)
    assert.deepEqual([contacts[0].owner_id, contacts[0].extra['Contact owner']], [null, 'Ben Ode'])
  })

  test('a column that is called as a field goes before one that means the same', async () => {
    const { contacts } = await read(
      'Source,Work email,utm_source,status,Lead Status,Email,First Name\nFair,work@example.com,newsletter,won,Open,ana@example.com,Ana',
    )
    assert.deepEqual([contacts[0].utm_source, contacts[0].status], ['newsletter', 'won'])
    assert.equal(contacts[0].email, 'ana@example.com')
    assert.deepEqual(contacts[0].extra, { Source: 'Fair', 'Work email': 'work@example.com', 'Lead Status': 'Open' })
  })
})
